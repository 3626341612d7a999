CREATE TABLE `export_run` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`company_id` integer NOT NULL,
	`type` text NOT NULL,
	`format` text NOT NULL,
	`input` text NOT NULL,
	`rows_done` integer DEFAULT 0 NOT NULL,
	`rows_total` integer NOT NULL,
	`storage_key` text,
	`bytes` integer,
	`failure` text,
	`created_at` text NOT NULL,
	`last_modified_at` text NOT NULL,
	`finished_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `export_run_company` ON `export_run` (`company_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `export_template` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`type` text NOT NULL,
	`columns` text NOT NULL,
	`separator` text DEFAULT ',' NOT NULL,
	`last_modified_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "export_template_type" CHECK("export_template"."type" IN ('FPA', 'LIMS', 'CARIBOU'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `export_template_once` ON `export_template` (`company_id`,`type`);--> statement-breakpoint
CREATE TABLE `job_acceptance_draft` (
	`user_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`job_id` integer NOT NULL,
	`body` text NOT NULL,
	`last_modified_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `company_id`, `job_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `job_draft` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL,
	`last_modified_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_draft_once` ON `job_draft` (`user_id`,`company_id`);--> statement-breakpoint
CREATE TABLE `lead` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_name` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone_number` text NOT NULL,
	`user_id` integer,
	`company_id` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `job_file` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`stored_file_id` integer NOT NULL,
	`file_name` text NOT NULL,
	`is_plan_map` integer DEFAULT false NOT NULL,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stored_file_id`) REFERENCES `stored_file`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `job_file_job` ON `job_file` (`job_id`);--> statement-breakpoint
CREATE TABLE `job_haul_rate` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`job_destination_id` integer NOT NULL,
	`receiving_company_id` integer NOT NULL,
	`paying_company_id` integer NOT NULL,
	`per` text NOT NULL,
	`wood_unit_type_id` integer,
	`rate` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_destination_id`) REFERENCES `job_destination`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiving_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paying_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "job_haul_rate_per" CHECK("job_haul_rate"."per" IN ('unit', 'load', 'mile')),
	CONSTRAINT "job_haul_rate_unit" CHECK(("job_haul_rate"."per" = 'unit') = ("job_haul_rate"."wood_unit_type_id" IS NOT NULL)),
	CONSTRAINT "job_haul_rate_set" CHECK("job_haul_rate"."rate" >= 1)
);
--> statement-breakpoint
CREATE INDEX `job_haul_rate_job` ON `job_haul_rate` (`job_id`);--> statement-breakpoint
CREATE TABLE `job_product_rate` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`job_product_rate_type_id` integer NOT NULL,
	`receiving_company_id` integer NOT NULL,
	`paying_company_id` integer NOT NULL,
	`paying_company_location_id` integer,
	`product_type_id` integer NOT NULL,
	`wood_species_id` integer,
	`wood_species_type_id` integer,
	`wood_unit_type_id` integer DEFAULT 2 NOT NULL,
	`rate` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_product_rate_type_id`) REFERENCES `job_product_rate_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiving_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paying_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paying_company_location_id`) REFERENCES `company_location`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_id`) REFERENCES `wood_species`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_type_id`) REFERENCES `wood_species_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_unit_type_id`) REFERENCES `wood_unit_type`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "job_product_rate_set" CHECK("job_product_rate"."rate" >= 1)
);
--> statement-breakpoint
CREATE INDEX `job_product_rate_job` ON `job_product_rate` (`job_id`);--> statement-breakpoint
CREATE TABLE `landing` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`name` text,
	`notes` text,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `landing_job` ON `landing` (`job_id`);--> statement-breakpoint
CREATE TABLE `landing_inventory` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`landing_id` integer NOT NULL,
	`product_type_id` integer NOT NULL,
	`wood_species_id` integer,
	`wood_species_type_id` integer,
	`wood_unit_type_id` integer DEFAULT 2 NOT NULL,
	`estimated_volume_remaining` integer NOT NULL,
	`cutter_company_id` integer,
	`skidder_company_id` integer,
	`is_adjustment` integer DEFAULT false NOT NULL,
	`adjusts_id` integer,
	`trip_ticket_id` integer,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer,
	`created_at` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`landing_id`) REFERENCES `landing`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_id`) REFERENCES `wood_species`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_type_id`) REFERENCES `wood_species_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_unit_type_id`) REFERENCES `wood_unit_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cutter_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`skidder_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`adjusts_id`) REFERENCES `landing_inventory`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `landing_inventory_landing` ON `landing_inventory` (`landing_id`);--> statement-breakpoint
CREATE INDEX `landing_inventory_adjusts` ON `landing_inventory` (`adjusts_id`);--> statement-breakpoint
CREATE INDEX `landing_inventory_ticket` ON `landing_inventory` (`trip_ticket_id`);--> statement-breakpoint
CREATE TABLE `road` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`road_type_id` integer NOT NULL,
	`name` text,
	`notes` text,
	`geom` text,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`road_type_id`) REFERENCES `road_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `road_job` ON `road` (`job_id`);--> statement-breakpoint
CREATE TABLE `job_company_crew` (
	`job_company_id` integer NOT NULL,
	`crew_id` integer NOT NULL,
	PRIMARY KEY(`job_company_id`, `crew_id`),
	FOREIGN KEY (`job_company_id`) REFERENCES `job_company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`crew_id`) REFERENCES `crew`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notification` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`notification_type_id` integer NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`company_id` integer NOT NULL,
	`user_id` integer,
	`crew_id` integer,
	`job_id` integer,
	`is_read` integer DEFAULT false NOT NULL,
	`dismissed_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`notification_type_id`) REFERENCES `notification_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`crew_id`) REFERENCES `crew`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notification_company` ON `notification` (`company_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `plss_import` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file_name` text NOT NULL,
	`sha256` text NOT NULL,
	`kind` text NOT NULL,
	`features_done` integer DEFAULT 0 NOT NULL,
	`features_refused` integer DEFAULT 0 NOT NULL,
	`is_finished` integer DEFAULT false NOT NULL,
	`started_at` text NOT NULL,
	`last_modified_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plss_import_file` ON `plss_import` (`sha256`,`kind`);--> statement-breakpoint
CREATE TABLE `plss_section` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`frstdivid` text NOT NULL,
	`plssid` text NOT NULL,
	`frstdivno` text NOT NULL,
	`geom` text NOT NULL,
	`west` real NOT NULL,
	`south` real NOT NULL,
	`east` real NOT NULL,
	`north` real NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plss_section_frstdivid` ON `plss_section` (`frstdivid`);--> statement-breakpoint
CREATE INDEX `plss_section_township` ON `plss_section` (`plssid`,`frstdivno`);--> statement-breakpoint
CREATE TABLE `plss_township` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`plssid` text NOT NULL,
	`us_state_id` integer NOT NULL,
	`plss_meridian_code` text NOT NULL,
	`township_number` integer NOT NULL,
	`township_fraction` integer DEFAULT 0 NOT NULL,
	`township_direction` text NOT NULL,
	`range_number` integer NOT NULL,
	`range_fraction` integer DEFAULT 0 NOT NULL,
	`range_direction` text NOT NULL,
	`label` text NOT NULL,
	`geom` text NOT NULL,
	`west` real NOT NULL,
	`south` real NOT NULL,
	`east` real NOT NULL,
	`north` real NOT NULL,
	FOREIGN KEY (`us_state_id`) REFERENCES `us_state`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plss_meridian_code`) REFERENCES `plss_meridian`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plss_township_plssid` ON `plss_township` (`plssid`);--> statement-breakpoint
CREATE INDEX `plss_township_name` ON `plss_township` (`us_state_id`,`township_number`,`range_number`);--> statement-breakpoint
CREATE TABLE `mill_statement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`mill_company_id` integer NOT NULL,
	`creator_user_id` integer,
	`file_name` text,
	`headings` text NOT NULL,
	`columns` text,
	`created_at` text NOT NULL,
	`mapped_at` text,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`mill_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mill_statement_company` ON `mill_statement` (`company_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `mill_statement_line` (
	`mill_statement_id` integer NOT NULL,
	`line` integer NOT NULL,
	`cells` text NOT NULL,
	`trip_ticket_number` integer,
	`scale_ticket_number` text,
	`scaled_on` text,
	`truck_number` text,
	`gross_pounds` integer,
	`tare_pounds` integer,
	`net_pounds` integer,
	`scaled_volume` integer,
	`scaled_wood_unit_type_id` integer,
	`problem` text,
	`trip_ticket_id` integer,
	`matched_by` text,
	`accepted_at` text,
	`refused_reason` text,
	PRIMARY KEY(`mill_statement_id`, `line`),
	FOREIGN KEY (`mill_statement_id`) REFERENCES `mill_statement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mill_statement_line_ticket` ON `mill_statement_line` (`trip_ticket_id`);--> statement-breakpoint
CREATE TABLE `statement_mapping` (
	`company_id` integer NOT NULL,
	`mill_company_id` integer NOT NULL,
	`columns` text NOT NULL,
	`last_modified_at` text NOT NULL,
	PRIMARY KEY(`company_id`, `mill_company_id`),
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`mill_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `blank_sheet` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sheet_book_id` integer NOT NULL,
	`job_id` integer NOT NULL,
	`numbering_company_id` integer NOT NULL,
	`trip_ticket_number` integer NOT NULL,
	`load_number` integer NOT NULL,
	`trip_ticket_id` integer,
	`voided_at` text,
	`voided_reason` text,
	`voided_by_user_id` integer,
	FOREIGN KEY (`sheet_book_id`) REFERENCES `sheet_book`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`numbering_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`voided_by_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blank_sheet_number` ON `blank_sheet` (`numbering_company_id`,`trip_ticket_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `blank_sheet_load` ON `blank_sheet` (`job_id`,`load_number`);--> statement-breakpoint
CREATE INDEX `blank_sheet_book` ON `blank_sheet` (`sheet_book_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `blank_sheet_ticket` ON `blank_sheet` (`trip_ticket_id`);--> statement-breakpoint
CREATE TABLE `bulk_run` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`company_id` integer NOT NULL,
	`act` text NOT NULL,
	`input` text NOT NULL,
	`total` integer NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bulk_run_company` ON `bulk_run` (`company_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `bulk_run_ticket` (
	`bulk_run_id` integer NOT NULL,
	`trip_ticket_id` integer NOT NULL,
	`version` integer NOT NULL,
	`outcome` text,
	`reason` text,
	PRIMARY KEY(`bulk_run_id`, `trip_ticket_id`),
	FOREIGN KEY (`bulk_run_id`) REFERENCES `bulk_run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bulk_run_ticket_ticket` ON `bulk_run_ticket` (`trip_ticket_id`);--> statement-breakpoint
CREATE TABLE `saved_filter` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`is_shared` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `saved_filter_company` ON `saved_filter` (`company_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_filter_name` ON `saved_filter` (`user_id`,`company_id`,`name`);--> statement-breakpoint
CREATE TABLE `sheet_book` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`creator_user_id` integer,
	`sheets` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sheet_book_job` ON `sheet_book` (`job_id`);--> statement-breakpoint
CREATE INDEX `sheet_book_company` ON `sheet_book` (`company_id`);--> statement-breakpoint
CREATE TABLE `state_ticket_rule` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`us_state_id` integer NOT NULL,
	`key` text NOT NULL,
	`label` text NOT NULL,
	`source` text NOT NULL,
	FOREIGN KEY (`us_state_id`) REFERENCES `us_state`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `state_ticket_rule_once` ON `state_ticket_rule` (`us_state_id`,`key`);--> statement-breakpoint
CREATE TABLE `ticket_selection` (
	`user_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`trip_ticket_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `company_id`, `trip_ticket_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ticket_selection_ticket` ON `ticket_selection` (`trip_ticket_id`);--> statement-breakpoint
CREATE TABLE `user_preference` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`last_modified_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `job_company` ADD `cut_contract_file_id` integer REFERENCES stored_file(id);--> statement-breakpoint
ALTER TABLE `job_company` ADD `skid_contract_file_id` integer REFERENCES stored_file(id);--> statement-breakpoint
ALTER TABLE `job_company` ADD `haul_contract_file_id` integer REFERENCES stored_file(id);--> statement-breakpoint
ALTER TABLE `job_company` ADD `contract_changed_at` text;