CREATE TABLE `billing_checkout` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`stripe_session_id` text NOT NULL,
	`tier` text,
	`status` text NOT NULL,
	`expires_at` text NOT NULL,
	`synced_at` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "billing_checkout_tier" CHECK("billing_checkout"."tier" IN ('basic', 'professional')),
	CONSTRAINT "billing_checkout_status" CHECK("billing_checkout"."status" IN ('open', 'complete', 'expired'))
);
--> statement-breakpoint
CREATE TABLE `billing_invoice` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`number` text,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`due_at` text,
	`currency` text NOT NULL,
	`subtotal_cents` integer NOT NULL,
	`tax_cents` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`due_cents` integer NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`dispute_status` text,
	`lines` text NOT NULL,
	`url` text,
	`pdf_url` text,
	`synced_at` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "billing_invoice_status" CHECK("billing_invoice"."status" IN ('open', 'paid', 'uncollectible', 'void'))
);
--> statement-breakpoint
CREATE INDEX `billing_invoice_company` ON `billing_invoice` (`company_id`,`created_at`);