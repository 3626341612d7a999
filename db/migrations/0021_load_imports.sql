CREATE TABLE `load_import` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`creator_user_id` integer,
	`job_id` integer,
	`file_name` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	`headings` text NOT NULL,
	`columns` text,
	`zone` text NOT NULL,
	`act` text,
	`act_user_id` integer,
	`act_key` text,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`act_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "load_import_act" CHECK("load_import"."act" IN ('saving', 'undoing'))
);
--> statement-breakpoint
CREATE INDEX `load_import_company` ON `load_import` (`company_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `load_import_columns` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`columns` text NOT NULL,
	`last_modified_at` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `load_import_row` (
	`load_import_id` integer NOT NULL,
	`line` integer NOT NULL,
	`cells` text NOT NULL,
	`mended` text DEFAULT '{}' NOT NULL,
	`is_sure` integer DEFAULT false NOT NULL,
	`is_left_out` integer DEFAULT false NOT NULL,
	`load` text,
	`problem` text,
	`is_question` integer DEFAULT false NOT NULL,
	`asked` text,
	`print` text,
	`paper_number` text,
	`trip_ticket_id` integer,
	PRIMARY KEY(`load_import_id`, `line`),
	FOREIGN KEY (`load_import_id`) REFERENCES `load_import`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `load_import_row_ticket` ON `load_import_row` (`trip_ticket_id`);--> statement-breakpoint
CREATE INDEX `load_import_row_print` ON `load_import_row` (`print`) WHERE trip_ticket_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `load_import_row_paper` ON `load_import_row` (`paper_number`) WHERE trip_ticket_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `load_import_word` (
	`company_id` integer NOT NULL,
	`field` text NOT NULL,
	`word` text NOT NULL,
	`job_id` integer DEFAULT 0 NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`company_id`, `job_id`, `field`, `word`),
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
