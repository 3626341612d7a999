CREATE TABLE `billing_product` (
	`tier` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`unit_amount` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`interval` text DEFAULT 'month' NOT NULL,
	`lookup_key` text NOT NULL,
	`feature_ids` text NOT NULL,
	`stripe_price_id` text,
	CONSTRAINT "billing_product_tier" CHECK("billing_product"."tier" IN ('basic', 'professional')),
	CONSTRAINT "billing_product_amount" CHECK("billing_product"."unit_amount" > 0),
	CONSTRAINT "billing_product_interval" CHECK("billing_product"."interval" = 'month')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_product_lookup_key_unique` ON `billing_product` (`lookup_key`);--> statement-breakpoint
CREATE TABLE `company_subscription` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`stripe_customer_id` text NOT NULL,
	`stripe_subscription_id` text,
	`tier` text,
	`status` text,
	`current_period_end` text,
	`cancel_at` text,
	`trial_end` text,
	`synced_at` text,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_subscription_tier" CHECK("company_subscription"."tier" IN ('basic', 'professional'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_subscription_customer` ON `company_subscription` (`stripe_customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `company_subscription_subscription` ON `company_subscription` (`stripe_subscription_id`) WHERE stripe_subscription_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `stripe_event` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text,
	`type` text NOT NULL,
	`object_id` text,
	`customer` text,
	`created` text NOT NULL,
	`received_at` text NOT NULL,
	`processed_at` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failure` text
);
--> statement-breakpoint
CREATE INDEX `stripe_event_waiting` ON `stripe_event` (`received_at`) WHERE processed_at IS NULL;--> statement-breakpoint
ALTER TABLE `company_feature_access` ADD `is_subscribed` integer DEFAULT false NOT NULL;