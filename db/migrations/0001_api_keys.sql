CREATE TABLE `api_key` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`client_key` text NOT NULL,
	`secret_hash` text NOT NULL,
	`form_id` text NOT NULL,
	`creator_user_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`revoked_at` text,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_client_key` ON `api_key` (`client_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_form` ON `api_key` (`form_id`);--> statement-breakpoint
CREATE INDEX `api_key_company` ON `api_key` (`company_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_comment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer,
	`trip_ticket_id` integer,
	`content` text NOT NULL,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`last_modified_at` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "comment_of_one" CHECK(("__new_comment"."job_id" IS NULL) <> ("__new_comment"."trip_ticket_id" IS NULL))
);
--> statement-breakpoint
INSERT INTO `__new_comment`("id", "job_id", "trip_ticket_id", "content", "creator_user_id", "creator_label", "creator_company_id", "created_at", "last_modified_at", "is_deleted", "version") SELECT "id", "job_id", "trip_ticket_id", "content", "creator_user_id", NULL, "creator_company_id", "created_at", "last_modified_at", "is_deleted", "version" FROM `comment`;--> statement-breakpoint
DROP TABLE `comment`;--> statement-breakpoint
ALTER TABLE `__new_comment` RENAME TO `comment`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `comment_ticket` ON `comment` (`trip_ticket_id`);--> statement-breakpoint
CREATE INDEX `comment_job` ON `comment` (`job_id`);--> statement-breakpoint
CREATE TABLE `__new_photo` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer,
	`trip_ticket_id` integer,
	`stored_file_id` integer NOT NULL,
	`thumbnail_file_id` integer,
	`caption` text,
	`creator_user_id` integer,
	`creator_label` text,
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
	CONSTRAINT "photo_of_one" CHECK(("__new_photo"."job_id" IS NULL) <> ("__new_photo"."trip_ticket_id" IS NULL))
);
--> statement-breakpoint
INSERT INTO `__new_photo`("id", "job_id", "trip_ticket_id", "stored_file_id", "thumbnail_file_id", "caption", "creator_user_id", "creator_label", "creator_company_id", "created_at", "is_deleted", "version") SELECT "id", "job_id", "trip_ticket_id", "stored_file_id", "thumbnail_file_id", "caption", "creator_user_id", NULL, "creator_company_id", "created_at", "is_deleted", "version" FROM `photo`;--> statement-breakpoint
DROP TABLE `photo`;--> statement-breakpoint
ALTER TABLE `__new_photo` RENAME TO `photo`;--> statement-breakpoint
CREATE INDEX `photo_ticket` ON `photo` (`trip_ticket_id`);--> statement-breakpoint
CREATE INDEX `photo_job` ON `photo` (`job_id`);