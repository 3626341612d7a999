CREATE TABLE `reconcile_tolerance` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`pounds` integer NOT NULL,
	`hundredths` integer NOT NULL,
	`last_modified_at` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `mill_statement` ADD `published_from_id` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `mill_statement_published_once` ON `mill_statement` (`published_from_id`,`company_id`);--> statement-breakpoint
ALTER TABLE `mill_statement_line` ADD `product` text;--> statement-breakpoint
ALTER TABLE `mill_statement_line` ADD `deduction_pounds` integer;--> statement-breakpoint
ALTER TABLE `mill_statement_line` ADD `price` text;--> statement-breakpoint
ALTER TABLE `mill_statement_line` ADD `taken` text;