CREATE TABLE `certification` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`certification_type_id` integer NOT NULL,
	`license` text NOT NULL,
	`product_claim_id` integer,
	`expires_at` text,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certification_type_id`) REFERENCES `certification_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_claim_id`) REFERENCES `product_claim`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `certification_company` ON `certification` (`company_id`);--> statement-breakpoint
CREATE TABLE `company` (
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
	`default_load_amount` integer,
	`force_drop_off` integer DEFAULT false NOT NULL,
	`on_behalf_of_company_id` integer,
	`is_professional` integer DEFAULT false NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`us_state_id`) REFERENCES `us_state`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`on_behalf_of_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_load" CHECK("company"."default_load_amount" >= 1)
);
--> statement-breakpoint
CREATE INDEX `company_name` ON `company` (`name`);--> statement-breakpoint
CREATE TABLE `company_certification` (
	`company_id` integer NOT NULL,
	`certification_id` integer NOT NULL,
	PRIMARY KEY(`company_id`, `certification_id`),
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certification_id`) REFERENCES `certification`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `company_destination` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`notes` text,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`destination_company_location_id` integer,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`destination_company_location_id`) REFERENCES `company_location`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_destination_latitude" CHECK("company_destination"."latitude" BETWEEN -90 AND 90),
	CONSTRAINT "company_destination_longitude" CHECK("company_destination"."longitude" BETWEEN -180 AND 180)
);
--> statement-breakpoint
CREATE INDEX `company_destination_company` ON `company_destination` (`company_id`);--> statement-breakpoint
CREATE INDEX `company_destination_location` ON `company_destination` (`destination_company_location_id`);--> statement-breakpoint
CREATE TABLE `company_destination_product` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_destination_id` integer NOT NULL,
	`product_type_id` integer NOT NULL,
	`wood_species_id` integer,
	`wood_species_type_id` integer,
	FOREIGN KEY (`company_destination_id`) REFERENCES `company_destination`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_id`) REFERENCES `wood_species`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_type_id`) REFERENCES `wood_species_type`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `company_destination_product_destination` ON `company_destination_product` (`company_destination_id`);--> statement-breakpoint
CREATE TABLE `company_feature_access` (
	`company_id` integer NOT NULL,
	`feature_id` integer NOT NULL,
	`is_active` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text,
	PRIMARY KEY(`company_id`, `feature_id`),
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`feature_id`) REFERENCES `feature`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `company_location` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`company_location_type_id` integer NOT NULL,
	`name` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`address` text,
	`city` text,
	`us_state_id` integer,
	`zip` text,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_location_type_id`) REFERENCES `company_location_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`us_state_id`) REFERENCES `us_state`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_location_latitude" CHECK("company_location"."latitude" BETWEEN -90 AND 90),
	CONSTRAINT "company_location_longitude" CHECK("company_location"."longitude" BETWEEN -180 AND 180)
);
--> statement-breakpoint
CREATE INDEX `company_location_company` ON `company_location` (`company_id`);--> statement-breakpoint
CREATE TABLE `company_location_type` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`location_type_id` integer NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`location_type_id`) REFERENCES `location_type`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `company_location_type_company` ON `company_location_type` (`company_id`);--> statement-breakpoint
CREATE TABLE `crew` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`is_primary` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `crew_company` ON `crew` (`company_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `crew_primary` ON `crew` (`company_id`) WHERE is_primary = 1;--> statement-breakpoint
CREATE TABLE `crew_member` (
	`crew_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`crew_id`, `user_id`),
	FOREIGN KEY (`crew_id`) REFERENCES `crew`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `crew_member_user` ON `crew_member` (`user_id`);--> statement-breakpoint
CREATE TABLE `crew_permission` (
	`crew_id` integer NOT NULL,
	`entity_id` integer NOT NULL,
	`can_create` integer DEFAULT false NOT NULL,
	`can_read` integer DEFAULT false NOT NULL,
	`can_update` integer DEFAULT false NOT NULL,
	`can_delete` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`crew_id`, `entity_id`),
	FOREIGN KEY (`crew_id`) REFERENCES `crew`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entity_id`) REFERENCES `permission_entity`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `job` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`name` text NOT NULL,
	`contract_number` text,
	`country_id` integer NOT NULL,
	`us_state_id` integer NOT NULL,
	`us_county_id` integer NOT NULL,
	`plss_meridian_code` text,
	`township` text,
	`range` text,
	`section` text,
	`start_date` text NOT NULL,
	`end_date` text,
	`latitude` real,
	`longitude` real,
	`geom` text,
	`has_plan_map` integer DEFAULT false NOT NULL,
	`harvest_notification_number` text,
	`log_brand` text,
	`job_status_id` integer DEFAULT 1 NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`request_user_company_id` integer NOT NULL,
	`creator_user_id` integer,
	`created_at` text NOT NULL,
	`last_modified_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`country_id`) REFERENCES `country`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`us_state_id`) REFERENCES `us_state`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`us_county_id`) REFERENCES `us_county`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plss_meridian_code`) REFERENCES `plss_meridian`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_status_id`) REFERENCES `job_status`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_user_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "job_dates" CHECK("job"."end_date" IS NULL OR "job"."end_date" >= "job"."start_date")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_uid` ON `job` (`uid`);--> statement-breakpoint
CREATE INDEX `job_request_company` ON `job` (`request_user_company_id`);--> statement-breakpoint
CREATE TABLE `job_company` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`cut_contract_name` text,
	`skid_contract_name` text,
	`haul_contract_name` text,
	`is_land_owner` integer DEFAULT false NOT NULL,
	`is_land_owner_authorizee` integer DEFAULT false NOT NULL,
	`is_land_manager` integer DEFAULT false NOT NULL,
	`is_cutter` integer DEFAULT false NOT NULL,
	`is_skidder` integer DEFAULT false NOT NULL,
	`is_hauler` integer DEFAULT false NOT NULL,
	`invited_at` text NOT NULL,
	`accepted_at` text,
	`declined_at` text,
	`removed_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_company_once` ON `job_company` (`job_id`,`company_id`);--> statement-breakpoint
CREATE INDEX `job_company_company` ON `job_company` (`company_id`,`job_id`);--> statement-breakpoint
CREATE TABLE `job_destination` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`company_destination_id` integer,
	`company_location_id` integer,
	`name` text NOT NULL,
	`mileage` real,
	`mileage_is_estimate` integer DEFAULT false NOT NULL,
	`removed_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_destination_id`) REFERENCES `company_destination`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_location_id`) REFERENCES `company_location`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "job_destination_one_place" CHECK(("job_destination"."company_destination_id" IS NULL) <> ("job_destination"."company_location_id" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `job_destination_job` ON `job_destination` (`job_id`);--> statement-breakpoint
CREATE INDEX `job_destination_company_destination` ON `job_destination` (`company_destination_id`);--> statement-breakpoint
CREATE INDEX `job_destination_company_location` ON `job_destination` (`company_location_id`);--> statement-breakpoint
CREATE TABLE `job_destination_certification` (
	`job_destination_id` integer NOT NULL,
	`certification_id` integer NOT NULL,
	PRIMARY KEY(`job_destination_id`, `certification_id`),
	FOREIGN KEY (`job_destination_id`) REFERENCES `job_destination`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certification_id`) REFERENCES `certification`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `job_product` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`product_type_id` integer NOT NULL,
	`wood_species_id` integer,
	`wood_species_type_id` integer,
	`wood_unit_type_id` integer DEFAULT 2 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_id`) REFERENCES `wood_species`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_type_id`) REFERENCES `wood_species_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_unit_type_id`) REFERENCES `wood_unit_type`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `job_product_job` ON `job_product` (`job_id`);--> statement-breakpoint
CREATE TABLE `job_product_mix` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_destination_id` integer NOT NULL,
	`is_accepted` integer DEFAULT false NOT NULL,
	`product_type_id` integer NOT NULL,
	`wood_species_id` integer,
	`wood_species_type_id` integer,
	`wood_unit_type_id` integer DEFAULT 2 NOT NULL,
	FOREIGN KEY (`job_destination_id`) REFERENCES `job_destination`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_id`) REFERENCES `wood_species`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_type_id`) REFERENCES `wood_species_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_unit_type_id`) REFERENCES `wood_unit_type`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `job_product_mix_destination` ON `job_product_mix` (`job_destination_id`);--> statement-breakpoint
CREATE TABLE `number_series` (
	`kind` text NOT NULL,
	`owner_id` integer NOT NULL,
	`last` integer NOT NULL,
	PRIMARY KEY(`kind`, `owner_id`)
);
--> statement-breakpoint
CREATE TABLE `invite` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`company_id` integer NOT NULL,
	`crew_id` integer NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text,
	`phone_number` text,
	`creator_user_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`accepted_at` text,
	`revoked_at` text,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`crew_id`) REFERENCES `crew`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invite_token` ON `invite` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invite_company` ON `invite` (`company_id`);--> statement-breakpoint
CREATE TABLE `outbox_message` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL,
	`sent_at` text,
	`failure` text,
	CONSTRAINT "outbox_kind" CHECK("outbox_message"."kind" IN ('mail', 'text'))
);
--> statement-breakpoint
CREATE TABLE `password_reset` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `password_reset_user` ON `password_reset` (`user_id`);--> statement-breakpoint
CREATE TABLE `rate_limit` (
	`bucket` text PRIMARY KEY NOT NULL,
	`window_started_at` integer NOT NULL,
	`hits` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `session` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`active_company_id` integer,
	`user_agent` text,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`active_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE TABLE `submission` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor` text NOT NULL,
	`submission_id` text NOT NULL,
	`user_id` integer,
	`company_id` integer,
	`route` text NOT NULL,
	`body_hash` text NOT NULL,
	`body` text NOT NULL,
	`received_at` text NOT NULL,
	`outcome` text,
	`result` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submission_outcome" CHECK("submission"."outcome" IN ('applied', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `submission_key` ON `submission` (`actor`,`submission_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `submission_spent` ON `submission` (`actor`,`submission_id`) WHERE outcome = 'applied';--> statement-breakpoint
CREATE TABLE `user` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text,
	`phone_number` text,
	`password_hash` text,
	`avatar_url` text,
	`default_company_id` integer,
	`time_zone` text,
	`is_super_user` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`default_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email` ON `user` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_phone_number` ON `user` (`phone_number`);--> statement-breakpoint
CREATE TABLE `certification_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `cost_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `country` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `feature` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_product_rate_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_status` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `location_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notification_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `permission_entity` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`is_company_entity` integer DEFAULT false NOT NULL,
	`is_job_entity` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `plss_meridian` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`source` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `plss_meridian_state` (
	`us_state_id` integer NOT NULL,
	`plss_meridian_code` text NOT NULL,
	PRIMARY KEY(`us_state_id`, `plss_meridian_code`),
	FOREIGN KEY (`us_state_id`) REFERENCES `us_state`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plss_meridian_code`) REFERENCES `plss_meridian`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `product` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`product_type_id` integer NOT NULL,
	`wood_species_id` integer,
	`wood_species_type_id` integer,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_id`) REFERENCES `wood_species`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_type_id`) REFERENCES `wood_species_type`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `product_claim` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`certification_type_id` integer NOT NULL,
	FOREIGN KEY (`certification_type_id`) REFERENCES `certification_type`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `product_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`default_wood_unit_type_id` integer,
	FOREIGN KEY (`default_wood_unit_type_id`) REFERENCES `wood_unit_type`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reference_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `release` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`released_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `release_note` (
	`id` integer PRIMARY KEY NOT NULL,
	`release_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	FOREIGN KEY (`release_id`) REFERENCES `release`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `road_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `settlement_status_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `settlement_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trip_ticket_priority` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trip_ticket_status` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `us_county` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`gid` integer NOT NULL,
	`us_state_id` integer NOT NULL,
	`countyfp` text NOT NULL,
	`min_longitude` real NOT NULL,
	`min_latitude` real NOT NULL,
	`max_longitude` real NOT NULL,
	`max_latitude` real NOT NULL,
	FOREIGN KEY (`us_state_id`) REFERENCES `us_state`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `us_county_state` ON `us_county` (`us_state_id`,`name`);--> statement-breakpoint
CREATE TABLE `us_county_geometry` (
	`us_county_id` integer PRIMARY KEY NOT NULL,
	`geom` text NOT NULL,
	FOREIGN KEY (`us_county_id`) REFERENCES `us_county`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `us_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`gid` integer NOT NULL,
	`statefp` text NOT NULL,
	`stusps` text NOT NULL,
	`has_plss` integer DEFAULT false NOT NULL,
	`time_zone` text NOT NULL,
	`min_longitude` real NOT NULL,
	`min_latitude` real NOT NULL,
	`max_longitude` real NOT NULL,
	`max_latitude` real NOT NULL
);
--> statement-breakpoint
CREATE TABLE `wood_species` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`fia_code` text NOT NULL,
	`symbol` text NOT NULL,
	`scientific_name` text NOT NULL,
	`wood_species_type_id` integer NOT NULL,
	`green_lb_per_ft3` real,
	FOREIGN KEY (`wood_species_type_id`) REFERENCES `wood_species_type`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `wood_species_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `wood_unit_type` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_entry` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`trip_ticket_id` integer,
	`seq` integer NOT NULL,
	`activity` text NOT NULL,
	`creator_user_id` integer,
	`creator_company_id` integer,
	`creator_label` text,
	`created_at` text NOT NULL,
	`details` text NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entry_ticket_chain` ON `audit_entry` (`trip_ticket_id`,`seq`) WHERE trip_ticket_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entry_job_chain` ON `audit_entry` (`job_id`,`seq`) WHERE trip_ticket_id IS NULL;--> statement-breakpoint
CREATE TABLE `comment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer,
	`trip_ticket_id` integer,
	`content` text NOT NULL,
	`creator_user_id` integer NOT NULL,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`last_modified_at` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "comment_of_one" CHECK(("comment"."job_id" IS NULL) <> ("comment"."trip_ticket_id" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `comment_ticket` ON `comment` (`trip_ticket_id`);--> statement-breakpoint
CREATE INDEX `comment_job` ON `comment` (`job_id`);--> statement-breakpoint
CREATE TABLE `photo` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer,
	`trip_ticket_id` integer,
	`stored_file_id` integer NOT NULL,
	`thumbnail_file_id` integer,
	`caption` text,
	`creator_user_id` integer NOT NULL,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stored_file_id`) REFERENCES `stored_file`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`thumbnail_file_id`) REFERENCES `stored_file`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "photo_of_one" CHECK(("photo"."job_id" IS NULL) <> ("photo"."trip_ticket_id" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `photo_ticket` ON `photo` (`trip_ticket_id`);--> statement-breakpoint
CREATE INDEX `photo_job` ON `photo` (`job_id`);--> statement-breakpoint
CREATE TABLE `stored_file` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`storage_key` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`width` integer,
	`height` integer,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stored_file_storage_key_unique` ON `stored_file` (`storage_key`);--> statement-breakpoint
CREATE TABLE `trip_ticket` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`job_id` integer NOT NULL,
	`numbering_company_id` integer NOT NULL,
	`trip_ticket_number` integer NOT NULL,
	`load_number` integer NOT NULL,
	`trip_ticket_status_id` integer NOT NULL,
	`trip_ticket_priority_id` integer DEFAULT 2 NOT NULL,
	`job_destination_id` integer NOT NULL,
	`product_type_id` integer NOT NULL,
	`wood_species_id` integer,
	`wood_species_type_id` integer,
	`estimated_volume` integer,
	`estimated_wood_unit_type_id` integer,
	`scaled_volume` integer,
	`scaled_wood_unit_type_id` integer,
	`scale_ticket_number` text,
	`gross_pounds` integer,
	`tare_pounds` integer,
	`net_pounds` integer,
	`deduction_pounds` integer,
	`deduction_class` text,
	`log_rule` text,
	`cutter_company_id` integer,
	`cutter_user_id` integer,
	`cutter_on_behalf_of_company_id` integer,
	`skidder_company_id` integer,
	`skidder_user_id` integer,
	`skidder_on_behalf_of_company_id` integer,
	`hauler_company_id` integer,
	`hauler_user_id` integer,
	`hauler_on_behalf_of_company_id` integer,
	`scaler_user_id` integer,
	`receiver_user_id` integer,
	`truck_number` text,
	`truck_plate` text,
	`trailer_plate` text,
	`driver_name` text,
	`loader_name` text,
	`loader_machine` text,
	`loaded_at` text,
	`township` text,
	`latitude` real,
	`longitude` real,
	`creator_user_id` integer,
	`creator_company_id` integer,
	`created_at` text NOT NULL,
	`last_modified_at` text NOT NULL,
	`picked_up_at` text,
	`dropped_off_at` text,
	`scaled_at` text,
	`received_at` text,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`numbering_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_status_id`) REFERENCES `trip_ticket_status`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_priority_id`) REFERENCES `trip_ticket_priority`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_destination_id`) REFERENCES `job_destination`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_id`) REFERENCES `wood_species`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_type_id`) REFERENCES `wood_species_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`estimated_wood_unit_type_id`) REFERENCES `wood_unit_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`scaled_wood_unit_type_id`) REFERENCES `wood_unit_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cutter_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cutter_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cutter_on_behalf_of_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`skidder_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`skidder_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`skidder_on_behalf_of_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hauler_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hauler_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hauler_on_behalf_of_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`scaler_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiver_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trip_ticket_estimated" CHECK("trip_ticket"."estimated_volume" >= 0),
	CONSTRAINT "trip_ticket_scaled" CHECK("trip_ticket"."scaled_volume" >= 0),
	CONSTRAINT "trip_ticket_gross" CHECK("trip_ticket"."gross_pounds" >= 0),
	CONSTRAINT "trip_ticket_tare" CHECK("trip_ticket"."tare_pounds" >= 0),
	CONSTRAINT "trip_ticket_net" CHECK("trip_ticket"."net_pounds" >= 0),
	CONSTRAINT "trip_ticket_deduction" CHECK("trip_ticket"."deduction_pounds" >= 0),
	CONSTRAINT "trip_ticket_log_rule" CHECK("trip_ticket"."log_rule" IN ('DOYLE', 'SCRIBNER', 'SCRIBNER_DECIMAL_C', 'INTERNATIONAL_1_4')),
	CONSTRAINT "trip_ticket_volume_has_unit" CHECK(("trip_ticket"."estimated_volume" IS NULL OR "trip_ticket"."estimated_wood_unit_type_id" IS NOT NULL) AND ("trip_ticket"."scaled_volume" IS NULL OR "trip_ticket"."scaled_wood_unit_type_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trip_ticket_uid` ON `trip_ticket` (`uid`);--> statement-breakpoint
CREATE UNIQUE INDEX `trip_ticket_number_once` ON `trip_ticket` (`trip_ticket_number`,`numbering_company_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `trip_ticket_load_once` ON `trip_ticket` (`job_id`,`load_number`);--> statement-breakpoint
CREATE INDEX `trip_ticket_destination` ON `trip_ticket` (`job_destination_id`);--> statement-breakpoint
CREATE INDEX `trip_ticket_driver` ON `trip_ticket` (`hauler_user_id`,`trip_ticket_status_id`);--> statement-breakpoint
CREATE TABLE `trip_ticket_certification` (
	`trip_ticket_id` integer NOT NULL,
	`certification_id` integer NOT NULL,
	`product_claim_id` integer,
	PRIMARY KEY(`trip_ticket_id`, `certification_id`),
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certification_id`) REFERENCES `certification`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_claim_id`) REFERENCES `product_claim`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `trip_ticket_settlement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trip_ticket_id` integer NOT NULL,
	`settlement_type_id` integer NOT NULL,
	`trip_ticket_settlement_status_type_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settlement_type_id`) REFERENCES `settlement_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_settlement_status_type_id`) REFERENCES `settlement_status_type`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_ticket_settlement_ticket` ON `trip_ticket_settlement` (`trip_ticket_id`);