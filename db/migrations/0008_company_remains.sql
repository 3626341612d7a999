PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_company` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`logo_url` text,
	`ein` text,
	`bio` text,
	`address` text,
	`city` text,
	`us_state_id` integer,
	`phone` text,
	`contact_first_name` text,
	`contact_last_name` text,
	`contact_phone_number` text,
	`is_land_owner` integer DEFAULT false NOT NULL,
	`is_land_manager` integer DEFAULT false NOT NULL,
	`is_cutter` integer DEFAULT false NOT NULL,
	`is_skidder` integer DEFAULT false NOT NULL,
	`is_hauler` integer DEFAULT false NOT NULL,
	`is_mill` integer DEFAULT false NOT NULL,
	`default_load_amount` real,
	`force_drop_off` integer DEFAULT false NOT NULL,
	`creator_company_id` integer,
	`founder_user_id` integer,
	`on_behalf_of_company_id` integer,
	`is_professional` integer DEFAULT false NOT NULL,
	`file_quota_megabytes` integer,
	`is_deleted` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`us_state_id`) REFERENCES `us_state`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`founder_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`on_behalf_of_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_load" CHECK("__new_company"."default_load_amount" >= 0.001)
);
--> statement-breakpoint
INSERT INTO `__new_company`("id", "name", "logo_url", "ein", "bio", "address", "city", "us_state_id", "phone", "contact_first_name", "contact_last_name", "contact_phone_number", "is_land_owner", "is_land_manager", "is_cutter", "is_skidder", "is_hauler", "is_mill", "default_load_amount", "force_drop_off", "creator_company_id", "founder_user_id", "on_behalf_of_company_id", "is_professional", "file_quota_megabytes", "is_deleted", "created_at", "version") SELECT "id", "name", "logo_url", "ein", "bio", "address", "city", "us_state_id", "phone", "contact_first_name", "contact_last_name", "contact_phone_number", "is_land_owner", "is_land_manager", "is_cutter", "is_skidder", "is_hauler", "is_mill", "default_load_amount", "force_drop_off", "creator_company_id", "founder_user_id", "on_behalf_of_company_id", "is_professional", "file_quota_megabytes", "is_deleted", "created_at", "version" FROM `company`;--> statement-breakpoint
DROP TABLE `company`;--> statement-breakpoint
ALTER TABLE `__new_company` RENAME TO `company`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `company_name` ON `company` (`name`);--> statement-breakpoint
CREATE INDEX `company_creator` ON `company` (`creator_company_id`);--> statement-breakpoint
CREATE INDEX `company_founder` ON `company` (`founder_user_id`);--> statement-breakpoint
ALTER TABLE `company_destination` ADD `destination_company_id` integer REFERENCES company(id);--> statement-breakpoint
CREATE INDEX `company_destination_mill` ON `company_destination` (`destination_company_id`);