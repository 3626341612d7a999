CREATE TABLE `fuel_rule` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`region` text NOT NULL,
	`base_mills` integer NOT NULL,
	`method` text NOT NULL,
	`step_mills` integer,
	`step_points` integer,
	`mpg_tenths` integer,
	`gallon_thousandths` integer,
	`wood_unit_type_id` integer,
	`from_weekday` integer DEFAULT 2 NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`creator_user_id` integer,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "fuel_rule_method" CHECK("fuel_rule"."method" IN ('percent', 'mile', 'unit')),
	CONSTRAINT "fuel_rule_base" CHECK("fuel_rule"."base_mills" BETWEEN 1000 AND 15000),
	CONSTRAINT "fuel_rule_percent" CHECK(("fuel_rule"."method" = 'percent') = ("fuel_rule"."step_mills" IS NOT NULL AND "fuel_rule"."step_points" IS NOT NULL)),
	CONSTRAINT "fuel_rule_mile" CHECK(("fuel_rule"."method" = 'mile') = ("fuel_rule"."mpg_tenths" IS NOT NULL)),
	CONSTRAINT "fuel_rule_unit" CHECK(("fuel_rule"."method" = 'unit') = ("fuel_rule"."gallon_thousandths" IS NOT NULL AND "fuel_rule"."wood_unit_type_id" IS NOT NULL)),
	CONSTRAINT "fuel_rule_step" CHECK("fuel_rule"."step_mills" BETWEEN 1 AND 15000),
	CONSTRAINT "fuel_rule_points" CHECK("fuel_rule"."step_points" BETWEEN 1 AND 10000),
	CONSTRAINT "fuel_rule_mpg" CHECK("fuel_rule"."mpg_tenths" BETWEEN 10 AND 300),
	CONSTRAINT "fuel_rule_gallons" CHECK("fuel_rule"."gallon_thousandths" BETWEEN 1 AND 100000),
	CONSTRAINT "fuel_rule_weekday" CHECK("fuel_rule"."from_weekday" BETWEEN 1 AND 7)
);
--> statement-breakpoint
CREATE INDEX `fuel_rule_company` ON `fuel_rule` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `fuel_rule_region` ON `fuel_rule` (`region`);--> statement-breakpoint
ALTER TABLE `job_haul_rate` ADD `fuel_rule_id` integer REFERENCES fuel_rule(id);--> statement-breakpoint
CREATE INDEX `job_haul_rate_fuel` ON `job_haul_rate` (`fuel_rule_id`) WHERE fuel_rule_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `trip_ticket_settlement` ADD `fuel_mills` integer;