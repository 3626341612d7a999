CREATE TABLE `production_goal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`job_id` integer,
	`company_location_id` integer,
	`product_type_id` integer,
	`hauler_company_id` integer,
	`grain` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`wood_unit_type_id` integer,
	`amount` integer NOT NULL,
	`creator_user_id` integer,
	`created_at` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_location_id`) REFERENCES `company_location`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hauler_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_unit_type_id`) REFERENCES `wood_unit_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "production_goal_one_subject" CHECK(("production_goal"."job_id" IS NULL) <> ("production_goal"."company_location_id" IS NULL)),
	CONSTRAINT "production_goal_grain" CHECK("production_goal"."grain" IN ('week', 'month')),
	CONSTRAINT "production_goal_amount" CHECK("production_goal"."amount" >= 1),
	CONSTRAINT "production_goal_days" CHECK("production_goal"."ends_on" IS NULL OR "production_goal"."ends_on" >= "production_goal"."starts_on")
);
--> statement-breakpoint
CREATE INDEX `production_goal_company` ON `production_goal` (`company_id`);--> statement-breakpoint
CREATE INDEX `production_goal_job` ON `production_goal` (`job_id`);--> statement-breakpoint
CREATE INDEX `production_goal_location` ON `production_goal` (`company_location_id`);