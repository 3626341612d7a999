CREATE TABLE `rate_share` (
	`rate_table` text NOT NULL,
	`rate_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`parts` integer NOT NULL,
	PRIMARY KEY(`rate_table`, `rate_id`, `company_id`),
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rate_share_table" CHECK("rate_share"."rate_table" IN ('product', 'haul')),
	CONSTRAINT "rate_share_parts" CHECK("rate_share"."parts" >= 1)
);
--> statement-breakpoint
CREATE TABLE `settlement_event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`settlement_statement_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`activity` text NOT NULL,
	`details` text NOT NULL,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer,
	`created_at` text NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`settlement_statement_id`) REFERENCES `settlement_statement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_event_chain` ON `settlement_event` (`settlement_statement_id`,`seq`);--> statement-breakpoint
CREATE TABLE `settlement_line` (
	`settlement_statement_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`trip_ticket_settlement_id` integer,
	`settlement_type_id` integer,
	`reverses_statement_id` integer,
	`settlement_adjustment_id` integer,
	`rate_table` text,
	`rate_id` integer,
	`quantity` integer,
	`wood_unit_type_id` integer,
	`per` text,
	`rate` integer,
	`amount_cents` integer NOT NULL,
	`job_id` integer,
	`trip_ticket_id` integer,
	`earned_on` text,
	`ticket_number` integer,
	`load_number` integer,
	`scale_ticket_number` text,
	`job_name` text,
	`product` text,
	`destination` text,
	`words` text,
	PRIMARY KEY(`settlement_statement_id`, `seq`),
	FOREIGN KEY (`settlement_statement_id`) REFERENCES `settlement_statement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_settlement_id`) REFERENCES `trip_ticket_settlement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses_statement_id`) REFERENCES `settlement_statement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settlement_adjustment_id`) REFERENCES `settlement_adjustment`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_line_kind" CHECK("settlement_line"."kind" IN ('load', 'fuel', 'reversal', 'addition', 'deduction', 'advance', 'recovery', 'holdback', 'release', 'balance', 'carried')),
	CONSTRAINT "settlement_line_amount" CHECK(abs("settlement_line"."amount_cents") <= 1000000000),
	CONSTRAINT "settlement_line_of" CHECK(("settlement_line"."kind" IN ('load', 'fuel', 'reversal')) = ("settlement_line"."trip_ticket_settlement_id" IS NOT NULL)),
	CONSTRAINT "settlement_line_takes_back" CHECK(("settlement_line"."kind" = 'reversal') = ("settlement_line"."reverses_statement_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `settlement_line_claim` ON `settlement_line` (`trip_ticket_settlement_id`) WHERE trip_ticket_settlement_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `settlement_line_reverses` ON `settlement_line` (`reverses_statement_id`) WHERE reverses_statement_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `settlement_line_rate` ON `settlement_line` (`rate_table`,`rate_id`) WHERE rate_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_line_adjustment` ON `settlement_line` (`settlement_statement_id`,`settlement_adjustment_id`) WHERE settlement_adjustment_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `settlement_payment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`settlement_statement_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`method` text NOT NULL,
	`reference` text,
	`paid_on` text NOT NULL,
	`reverses_id` integer,
	`reason` text,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`settlement_statement_id`) REFERENCES `settlement_statement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_payment_amount" CHECK("settlement_payment"."amount_cents" <> 0),
	CONSTRAINT "settlement_payment_why" CHECK(("settlement_payment"."reverses_id" IS NULL) = ("settlement_payment"."reason" IS NULL)),
	CONSTRAINT "settlement_payment_method" CHECK("settlement_payment"."method" IN ('check', 'ach', 'card', 'cash', 'other'))
);
--> statement-breakpoint
CREATE INDEX `settlement_payment_statement` ON `settlement_payment` (`settlement_statement_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_payment_reversed` ON `settlement_payment` (`reverses_id`) WHERE reverses_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `settlement_payment_day` ON `settlement_payment` (`paid_on`);--> statement-breakpoint
CREATE TABLE `settlement_run` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`paying_company_id` integer NOT NULL,
	`made_by_company_id` integer NOT NULL,
	`job_id` integer,
	`period_start` text NOT NULL,
	`period_end` text NOT NULL,
	`pay_on` text NOT NULL,
	`memo` text,
	`finished_at` text,
	`is_dropped` integer DEFAULT false NOT NULL,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`paying_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`made_by_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `settlement_run_payer` ON `settlement_run` (`paying_company_id`,`id`);--> statement-breakpoint
CREATE TABLE `settlement_run_receiver` (
	`settlement_run_id` integer NOT NULL,
	`receiving_company_id` integer NOT NULL,
	`expected_cents` integer NOT NULL,
	`expected_lines` integer NOT NULL,
	`takes_lower` integer DEFAULT false NOT NULL,
	`settlement_statement_id` integer,
	`finished_at` text,
	`failure` text,
	PRIMARY KEY(`settlement_run_id`, `receiving_company_id`),
	FOREIGN KEY (`settlement_run_id`) REFERENCES `settlement_run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiving_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settlement_statement_id`) REFERENCES `settlement_statement`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_run_receiver_lines" CHECK("settlement_run_receiver"."expected_lines" >= 0)
);
--> statement-breakpoint
CREATE TABLE `settlement_statement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` integer,
	`paying_company_id` integer NOT NULL,
	`receiving_company_id` integer NOT NULL,
	`made_by_company_id` integer NOT NULL,
	`job_id` integer,
	`period_start` text NOT NULL,
	`period_end` text NOT NULL,
	`pay_on` text NOT NULL,
	`status_type_id` integer DEFAULT 1 NOT NULL,
	`posted_at` text,
	`gross_cents` integer DEFAULT 0 NOT NULL,
	`adjustments_cents` integer DEFAULT 0 NOT NULL,
	`total_cents` integer DEFAULT 0 NOT NULL,
	`line_count` integer DEFAULT 0 NOT NULL,
	`paid_cents` integer DEFAULT 0 NOT NULL,
	`void_reason` text,
	`memo` text,
	`settlement_run_id` integer,
	`hash` text,
	`prev_hash` text,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`paying_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiving_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`made_by_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_statement_status" CHECK("settlement_statement"."status_type_id" IN (1, 2, 3)),
	CONSTRAINT "settlement_statement_total" CHECK("settlement_statement"."posted_at" IS NULL OR "settlement_statement"."total_cents" >= 0),
	CONSTRAINT "settlement_statement_posted" CHECK(("settlement_statement"."posted_at" IS NULL) = ("settlement_statement"."number" IS NULL)),
	CONSTRAINT "settlement_statement_paid" CHECK("settlement_statement"."paid_cents" BETWEEN 0 AND max("settlement_statement"."total_cents", 0)),
	CONSTRAINT "settlement_statement_two" CHECK("settlement_statement"."paying_company_id" <> "settlement_statement"."receiving_company_id"),
	CONSTRAINT "settlement_statement_period" CHECK("settlement_statement"."period_start" <= "settlement_statement"."period_end"),
	CONSTRAINT "settlement_statement_void" CHECK(("settlement_statement"."status_type_id" = 3) = ("settlement_statement"."void_reason" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_statement_number` ON `settlement_statement` (`paying_company_id`,`number`) WHERE number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `settlement_statement_payer` ON `settlement_statement` (`paying_company_id`,`id`);--> statement-breakpoint
CREATE INDEX `settlement_statement_receiver` ON `settlement_statement` (`receiving_company_id`,`posted_at`,`id`);--> statement-breakpoint
CREATE INDEX `settlement_statement_maker` ON `settlement_statement` (`made_by_company_id`,`id`);--> statement-breakpoint
CREATE INDEX `settlement_statement_pair` ON `settlement_statement` (`paying_company_id`,`receiving_company_id`,`posted_at`);--> statement-breakpoint
CREATE TABLE `company_event` (
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`creator_user_id` integer,
	`created_at` text NOT NULL,
	PRIMARY KEY(`company_id`, `name`),
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `company_marker` (
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`company_id`, `name`),
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `period_close` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`closed_through` text NOT NULL,
	`reason` text NOT NULL,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `period_close_company` ON `period_close` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `settlement_adjustment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`paying_company_id` integer NOT NULL,
	`receiving_company_id` integer NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`words` text NOT NULL,
	`due_on` text NOT NULL,
	`stored_file_id` integer,
	`settlement_rule_id` integer,
	`from_statement_id` integer,
	`used_by_statement_id` integer,
	`cancelled_at` text,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`paying_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiving_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stored_file_id`) REFERENCES `stored_file`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_adjustment_kind" CHECK("settlement_adjustment"."kind" IN ('addition', 'deduction', 'advance', 'recovery', 'holdback', 'release', 'balance')),
	CONSTRAINT "settlement_adjustment_amount" CHECK("settlement_adjustment"."amount_cents" BETWEEN 1 AND 1000000000),
	CONSTRAINT "settlement_adjustment_over" CHECK("settlement_adjustment"."cancelled_at" IS NULL OR "settlement_adjustment"."used_by_statement_id" IS NULL)
);
--> statement-breakpoint
CREATE INDEX `settlement_adjustment_waiting` ON `settlement_adjustment` (`paying_company_id`,`receiving_company_id`,`due_on`) WHERE used_by_statement_id IS NULL AND cancelled_at IS NULL;--> statement-breakpoint
CREATE INDEX `settlement_adjustment_pair` ON `settlement_adjustment` (`paying_company_id`,`receiving_company_id`,`id`);--> statement-breakpoint
CREATE INDEX `settlement_adjustment_receiver` ON `settlement_adjustment` (`receiving_company_id`,`id`);--> statement-breakpoint
CREATE INDEX `settlement_adjustment_used` ON `settlement_adjustment` (`used_by_statement_id`);--> statement-breakpoint
CREATE TABLE `settlement_remark` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trip_ticket_settlement_id` integer NOT NULL,
	`settlement_statement_id` integer,
	`company_id` integer NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`trip_ticket_settlement_id`) REFERENCES `trip_ticket_settlement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_remark_kind" CHECK("settlement_remark"."kind" IN ('disputed', 'answered', 'resolved'))
);
--> statement-breakpoint
CREATE INDEX `settlement_remark_claim` ON `settlement_remark` (`trip_ticket_settlement_id`,`id`);--> statement-breakpoint
CREATE TABLE `settlement_rule` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`paying_company_id` integer NOT NULL,
	`receiving_company_id` integer NOT NULL,
	`kind` text NOT NULL,
	`fixed_cents` integer,
	`basis_points` integer,
	`cap_cents` integer,
	`words` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`is_deleted` integer DEFAULT false NOT NULL,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`paying_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiving_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_rule_kind" CHECK("settlement_rule"."kind" IN ('addition', 'deduction', 'recovery', 'holdback')),
	CONSTRAINT "settlement_rule_amount" CHECK(("settlement_rule"."fixed_cents" IS NULL) <> ("settlement_rule"."basis_points" IS NULL)),
	CONSTRAINT "settlement_rule_fixed" CHECK("settlement_rule"."fixed_cents" >= 1),
	CONSTRAINT "settlement_rule_points" CHECK("settlement_rule"."basis_points" BETWEEN 1 AND 10000),
	CONSTRAINT "settlement_rule_cap" CHECK("settlement_rule"."cap_cents" >= 1)
);
--> statement-breakpoint
CREATE INDEX `settlement_rule_payer` ON `settlement_rule` (`paying_company_id`,`receiving_company_id`);--> statement-breakpoint
CREATE TABLE `settlement_setting` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`period` text DEFAULT 'weekly' NOT NULL,
	`period_anchor` text,
	`pay_lag_days` integer DEFAULT 5 NOT NULL,
	`starts_on` text NOT NULL,
	`accounts` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_setting_period" CHECK("settlement_setting"."period" IN ('weekly', 'biweekly', 'semimonthly', 'monthly')),
	CONSTRAINT "settlement_setting_lag" CHECK("settlement_setting"."pay_lag_days" BETWEEN 0 AND 90)
);
--> statement-breakpoint
CREATE TABLE `state_pay_rule` (
	`us_state_id` integer PRIMARY KEY NOT NULL,
	`refuses_conversion` integer DEFAULT false NOT NULL,
	`words` text NOT NULL,
	FOREIGN KEY (`us_state_id`) REFERENCES `us_state`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP TABLE `trip_ticket_settlement`;--> statement-breakpoint
CREATE TABLE `trip_ticket_settlement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trip_ticket_id` integer NOT NULL,
	`settlement_type_id` integer NOT NULL,
	`paying_company_id` integer NOT NULL,
	`receiving_company_id` integer NOT NULL,
	`share_no` integer DEFAULT 0 NOT NULL,
	`job_id` integer NOT NULL,
	`job_destination_id` integer,
	`earned_on` text NOT NULL,
	`quantity` integer,
	`wood_unit_type_id` integer,
	`per` text,
	`rate` integer,
	`rate_table` text,
	`rate_id` integer,
	`quantity_from` text,
	`miles` integer,
	`mill_company_id` integer,
	`due_cents` integer,
	`problem` text,
	`posted_cents` integer DEFAULT 0 NOT NULL,
	`posted_lines` integer DEFAULT 0 NOT NULL,
	`paid_lines` integer DEFAULT 0 NOT NULL,
	`voided_at` text,
	`void_reason` text,
	`rate_epoch` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`trip_ticket_settlement_status_type_id` integer GENERATED ALWAYS AS (CASE WHEN voided_at IS NOT NULL THEN 3 WHEN posted_lines > 0 AND paid_lines = posted_lines THEN 2 ELSE 1 END) VIRTUAL NOT NULL,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settlement_type_id`) REFERENCES `settlement_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paying_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiving_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_destination_id`) REFERENCES `job_destination`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`mill_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trip_ticket_settlement_said" CHECK(("trip_ticket_settlement"."due_cents" IS NULL) = ("trip_ticket_settlement"."problem" IS NOT NULL)),
	CONSTRAINT "trip_ticket_settlement_amount" CHECK(abs("trip_ticket_settlement"."due_cents") <= 1000000000),
	CONSTRAINT "trip_ticket_settlement_paid" CHECK("trip_ticket_settlement"."paid_lines" BETWEEN 0 AND "trip_ticket_settlement"."posted_lines"),
	CONSTRAINT "trip_ticket_settlement_void" CHECK("trip_ticket_settlement"."voided_at" IS NULL OR "trip_ticket_settlement"."posted_cents" = 0),
	CONSTRAINT "trip_ticket_settlement_per" CHECK("trip_ticket_settlement"."per" IN ('unit', 'load', 'mile', 'percent')),
	CONSTRAINT "trip_ticket_settlement_table" CHECK("trip_ticket_settlement"."rate_table" IN ('product', 'haul', 'fuel')),
	CONSTRAINT "trip_ticket_settlement_from" CHECK("trip_ticket_settlement"."quantity_from" IN ('scaled', 'weight', 'estimated', 'converted', 'count', 'miles'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trip_ticket_settlement_once` ON `trip_ticket_settlement` (`trip_ticket_id`,`settlement_type_id`,`paying_company_id`,`receiving_company_id`,`share_no`);--> statement-breakpoint
CREATE INDEX `trip_ticket_settlement_open` ON `trip_ticket_settlement` (`paying_company_id`,`receiving_company_id`,`earned_on`) WHERE due_cents IS NOT NULL AND (posted_lines = 0 OR due_cents <> posted_cents);--> statement-breakpoint
CREATE INDEX `trip_ticket_settlement_payer` ON `trip_ticket_settlement` (`paying_company_id`,`trip_ticket_settlement_status_type_id`,`earned_on`,`id`);--> statement-breakpoint
CREATE INDEX `trip_ticket_settlement_receiver` ON `trip_ticket_settlement` (`receiving_company_id`,`trip_ticket_settlement_status_type_id`,`earned_on`,`id`);--> statement-breakpoint
CREATE INDEX `trip_ticket_settlement_job` ON `trip_ticket_settlement` (`job_id`,`rate_epoch`);--> statement-breakpoint
CREATE INDEX `trip_ticket_settlement_problem` ON `trip_ticket_settlement` (`paying_company_id`,`problem`) WHERE problem IS NOT NULL;--> statement-breakpoint
CREATE TABLE `__new_job_haul_rate` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`job_destination_id` integer NOT NULL,
	`receiving_company_id` integer NOT NULL,
	`paying_company_id` integer NOT NULL,
	`per` text NOT NULL,
	`wood_unit_type_id` integer,
	`rate` integer NOT NULL,
	`effective_on` text DEFAULT '0001-01-01' NOT NULL,
	`ended_on` text,
	`quantity_basis` text DEFAULT 'scaled' NOT NULL,
	`may_convert` integer DEFAULT false NOT NULL,
	`minimum_cents` integer,
	`log_rule` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_destination_id`) REFERENCES `job_destination`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiving_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paying_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "job_haul_rate_basis" CHECK("__new_job_haul_rate"."quantity_basis" IN ('scaled', 'estimated')),
	CONSTRAINT "job_haul_rate_minimum" CHECK("__new_job_haul_rate"."minimum_cents" >= 1),
	CONSTRAINT "job_haul_rate_per" CHECK("__new_job_haul_rate"."per" IN ('unit', 'load', 'mile')),
	CONSTRAINT "job_haul_rate_unit" CHECK(("__new_job_haul_rate"."per" = 'unit') = ("__new_job_haul_rate"."wood_unit_type_id" IS NOT NULL)),
	CONSTRAINT "job_haul_rate_set" CHECK("__new_job_haul_rate"."rate" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_job_haul_rate`("id", "job_id", "job_destination_id", "receiving_company_id", "paying_company_id", "per", "wood_unit_type_id", "rate", "version") SELECT "id", "job_id", "job_destination_id", "receiving_company_id", "paying_company_id", "per", "wood_unit_type_id", "rate", "version" FROM `job_haul_rate`;--> statement-breakpoint
DROP TABLE `job_haul_rate`;--> statement-breakpoint
ALTER TABLE `__new_job_haul_rate` RENAME TO `job_haul_rate`;--> statement-breakpoint
CREATE INDEX `job_haul_rate_job` ON `job_haul_rate` (`job_id`);--> statement-breakpoint
CREATE TABLE `__new_job_product_rate` (
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
	`effective_on` text DEFAULT '0001-01-01' NOT NULL,
	`ended_on` text,
	`quantity_basis` text DEFAULT 'scaled' NOT NULL,
	`may_convert` integer DEFAULT false NOT NULL,
	`minimum_cents` integer,
	`log_rule` text,
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
	CONSTRAINT "job_product_rate_basis" CHECK("__new_job_product_rate"."quantity_basis" IN ('scaled', 'estimated')),
	CONSTRAINT "job_product_rate_minimum" CHECK("__new_job_product_rate"."minimum_cents" >= 1),
	CONSTRAINT "job_product_rate_set" CHECK("__new_job_product_rate"."rate" >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_job_product_rate`("id", "job_id", "job_product_rate_type_id", "receiving_company_id", "paying_company_id", "paying_company_location_id", "product_type_id", "wood_species_id", "wood_species_type_id", "wood_unit_type_id", "rate", "version") SELECT "id", "job_id", "job_product_rate_type_id", "receiving_company_id", "paying_company_id", "paying_company_location_id", "product_type_id", "wood_species_id", "wood_species_type_id", "wood_unit_type_id", "rate", "version" FROM `job_product_rate`;--> statement-breakpoint
DROP TABLE `job_product_rate`;--> statement-breakpoint
ALTER TABLE `__new_job_product_rate` RENAME TO `job_product_rate`;--> statement-breakpoint
CREATE INDEX `job_product_rate_job` ON `job_product_rate` (`job_id`);--> statement-breakpoint
ALTER TABLE `job` ADD `rate_epoch` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Of two prices for the same thing the newer one holds; the other never held.
UPDATE `job_product_rate` SET `ended_on` = '0000-12-31' WHERE EXISTS (
	SELECT 1 FROM `job_product_rate` o WHERE o.`id` > `job_product_rate`.`id` AND o.`job_id` = `job_product_rate`.`job_id`
	 AND o.`job_product_rate_type_id` = `job_product_rate`.`job_product_rate_type_id`
	 AND o.`paying_company_id` = `job_product_rate`.`paying_company_id` AND o.`receiving_company_id` = `job_product_rate`.`receiving_company_id`
	 AND o.`paying_company_location_id` IS `job_product_rate`.`paying_company_location_id`
	 AND o.`product_type_id` = `job_product_rate`.`product_type_id` AND o.`wood_species_id` IS `job_product_rate`.`wood_species_id`
	 AND o.`wood_species_type_id` IS `job_product_rate`.`wood_species_type_id`);--> statement-breakpoint
UPDATE `job_haul_rate` SET `ended_on` = '0000-12-31' WHERE EXISTS (
	SELECT 1 FROM `job_haul_rate` o WHERE o.`id` > `job_haul_rate`.`id` AND o.`job_destination_id` = `job_haul_rate`.`job_destination_id`
	 AND o.`paying_company_id` = `job_haul_rate`.`paying_company_id` AND o.`receiving_company_id` = `job_haul_rate`.`receiving_company_id`);
