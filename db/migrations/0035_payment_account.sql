CREATE TABLE `company_stripe_account` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`stripe_account_id` text NOT NULL,
	`details_submitted` integer DEFAULT false NOT NULL,
	`charges_enabled` integer DEFAULT false NOT NULL,
	`payouts_enabled` integer DEFAULT false NOT NULL,
	`needs` integer DEFAULT 0 NOT NULL,
	`disabled_reason` text,
	`is_disconnected` integer DEFAULT false NOT NULL,
	`is_paused` integer DEFAULT false NOT NULL,
	`synced_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_stripe_account_needs" CHECK("company_stripe_account"."needs" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_stripe_account_account` ON `company_stripe_account` (`stripe_account_id`);--> statement-breakpoint
CREATE TABLE `invoice_card_move` (
	`invoice_card_payment_id` integer NOT NULL,
	`move` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`words` text NOT NULL,
	`happened_at` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`invoice_card_payment_id`, `move`),
	FOREIGN KEY (`invoice_card_payment_id`) REFERENCES `invoice_card_payment`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_card_move_amount" CHECK("invoice_card_move"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE `invoice_card_payment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_id` integer NOT NULL,
	`stripe_account_id` text NOT NULL,
	`stripe_session_id` text NOT NULL,
	`stripe_payment_intent_id` text,
	`url` text,
	`asked_cents` integer NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`held_cents` integer DEFAULT 0 NOT NULL,
	`counted_cents` integer DEFAULT 0 NOT NULL,
	`invoice_payment_id` integer,
	`dispute_status` text,
	`dispute_due_at` text,
	`expires_at` text NOT NULL,
	`synced_at` text,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoice`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_payment_id`) REFERENCES `invoice_payment`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_card_payment_status" CHECK("invoice_card_payment"."status" IN ('open', 'processing', 'paid', 'failed', 'expired')),
	CONSTRAINT "invoice_card_payment_asked" CHECK("invoice_card_payment"."asked_cents" > 0),
	CONSTRAINT "invoice_card_payment_counted" CHECK("invoice_card_payment"."counted_cents" >= 0),
	CONSTRAINT "invoice_card_payment_lives" CHECK(("invoice_card_payment"."counted_cents" = 0) = ("invoice_card_payment"."invoice_payment_id" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `invoice_card_payment_invoice` ON `invoice_card_payment` (`invoice_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_card_payment_open` ON `invoice_card_payment` (`invoice_id`) WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_card_payment_session` ON `invoice_card_payment` (`stripe_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_card_payment_intent` ON `invoice_card_payment` (`stripe_payment_intent_id`) WHERE stripe_payment_intent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `invoice_card_payment_pulled` ON `invoice_card_payment` (`status`,`synced_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_card_payment_live` ON `invoice_card_payment` (`invoice_payment_id`) WHERE invoice_payment_id IS NOT NULL;