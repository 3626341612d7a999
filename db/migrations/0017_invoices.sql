CREATE TABLE `invoice` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`number` integer,
	`status` text DEFAULT 'draft' NOT NULL,
	`customer_company_id` integer,
	`customer_name` text NOT NULL,
	`customer_email` text,
	`customer_phone` text,
	`customer_address` text,
	`issued_on` text NOT NULL,
	`due_on` text,
	`subtotal_cents` integer DEFAULT 0 NOT NULL,
	`tax_ppm` integer DEFAULT 0 NOT NULL,
	`tax_cents` integer DEFAULT 0 NOT NULL,
	`total_cents` integer DEFAULT 0 NOT NULL,
	`paid_cents` integer DEFAULT 0 NOT NULL,
	`memo` text,
	`settlement_statement_id` integer,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settlement_statement_id`) REFERENCES `settlement_statement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_status" CHECK("invoice"."status" IN ('draft', 'open', 'paid', 'void')),
	CONSTRAINT "invoice_numbered" CHECK(("invoice"."status" = 'draft') = ("invoice"."number" IS NULL)),
	CONSTRAINT "invoice_total" CHECK("invoice"."total_cents" = "invoice"."subtotal_cents" + "invoice"."tax_cents"),
	CONSTRAINT "invoice_money" CHECK("invoice"."total_cents" BETWEEN 0 AND 100000000000 AND "invoice"."tax_cents" >= 0),
	CONSTRAINT "invoice_tax" CHECK("invoice"."tax_ppm" BETWEEN 0 AND 1000000),
	CONSTRAINT "invoice_paid" CHECK("invoice"."paid_cents" BETWEEN 0 AND "invoice"."total_cents"),
	CONSTRAINT "invoice_paid_whole" CHECK(("invoice"."status" = 'paid') = ("invoice"."paid_cents" = "invoice"."total_cents" AND "invoice"."number" IS NOT NULL AND "invoice"."status" <> 'void')),
	CONSTRAINT "invoice_statement_tax" CHECK("invoice"."settlement_statement_id" IS NULL OR "invoice"."tax_cents" = 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_number` ON `invoice` (`company_id`,`number`) WHERE number IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_of_statement` ON `invoice` (`settlement_statement_id`) WHERE settlement_statement_id IS NOT NULL AND status <> 'void';--> statement-breakpoint
CREATE INDEX `invoice_list` ON `invoice` (`company_id`,`issued_on`,`id`);--> statement-breakpoint
CREATE INDEX `invoice_status_list` ON `invoice` (`company_id`,`status`,`issued_on`,`id`);--> statement-breakpoint
CREATE TABLE `invoice_line` (
	`invoice_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`description` text NOT NULL,
	`quantity` integer,
	`unit` text,
	`rate` integer,
	`amount_cents` integer NOT NULL,
	`certification_id` integer,
	`certification_license` text,
	`product_claim` text,
	PRIMARY KEY(`invoice_id`, `seq`),
	FOREIGN KEY (`invoice_id`) REFERENCES `invoice`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certification_id`) REFERENCES `certification`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_line_amount" CHECK(abs("invoice_line"."amount_cents") <= 10000000000),
	CONSTRAINT "invoice_line_claim" CHECK(("invoice_line"."certification_id" IS NULL) = ("invoice_line"."certification_license" IS NULL))
);
--> statement-breakpoint
CREATE TABLE `invoice_payment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`method` text NOT NULL,
	`reference` text,
	`paid_on` text NOT NULL,
	`reverses_id` integer,
	`reason` text,
	`settlement_payment_id` integer,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoice`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settlement_payment_id`) REFERENCES `settlement_payment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_payment_amount" CHECK("invoice_payment"."amount_cents" <> 0),
	CONSTRAINT "invoice_payment_why" CHECK(("invoice_payment"."reverses_id" IS NULL) = ("invoice_payment"."reason" IS NULL)),
	CONSTRAINT "invoice_payment_method" CHECK("invoice_payment"."method" IN ('check', 'ach', 'card', 'cash', 'other'))
);
--> statement-breakpoint
CREATE INDEX `invoice_payment_invoice` ON `invoice_payment` (`invoice_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_payment_reversed` ON `invoice_payment` (`reverses_id`) WHERE reverses_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_payment_settlement` ON `invoice_payment` (`settlement_payment_id`,`invoice_id`) WHERE settlement_payment_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `invoice_sending` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_id` integer NOT NULL,
	`is_receipt` integer DEFAULT false NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`outbox_message_id` integer NOT NULL,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoice`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`outbox_message_id`) REFERENCES `outbox_message`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_sending_kind" CHECK("invoice_sending"."kind" IN ('mail', 'text'))
);
--> statement-breakpoint
CREATE INDEX `invoice_sending_invoice` ON `invoice_sending` (`invoice_id`,`id`);--> statement-breakpoint
-- Crews that were set up before there were invoices may do with them what they may do with statements.
UPDATE `crew_permission` SET `can_create` = s.`can_create`, `can_read` = s.`can_read`, `can_update` = s.`can_update`, `can_delete` = s.`can_delete`
  FROM (SELECT * FROM `crew_permission` WHERE `entity_id` = 8) s
 WHERE `crew_permission`.`entity_id` = 7 AND `crew_permission`.`crew_id` = s.`crew_id`;
