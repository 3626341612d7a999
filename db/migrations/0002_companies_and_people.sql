CREATE TABLE `certification_group` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`certification_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`certification_id`) REFERENCES `certification`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `certification_group_company` ON `certification_group` (`company_id`);--> statement-breakpoint
CREATE INDEX `certification_group_certification` ON `certification_group` (`certification_id`);--> statement-breakpoint
CREATE TABLE `certification_request` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`certification_group_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`creator_user_id` integer,
	`created_at` text NOT NULL,
	`accepted_at` text,
	`rejected_at` text,
	`ended_at` text,
	FOREIGN KEY (`certification_group_id`) REFERENCES `certification_group`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `certification_request_company` ON `certification_request` (`company_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `certification_request_open` ON `certification_request` (`certification_group_id`,`company_id`) WHERE rejected_at IS NULL AND ended_at IS NULL;--> statement-breakpoint
CREATE TABLE `crew_member_request` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`accepted_at` text,
	`rejected_at` text,
	`responder_user_id` integer,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`responder_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `crew_member_request_user` ON `crew_member_request` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `crew_member_request_pending` ON `crew_member_request` (`company_id`,`user_id`) WHERE accepted_at IS NULL AND rejected_at IS NULL;--> statement-breakpoint
CREATE TABLE `onboarding` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`stage` text NOT NULL,
	`draft` text NOT NULL,
	`company_id` integer,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `company` ADD `creator_company_id` integer REFERENCES company(id);--> statement-breakpoint
CREATE INDEX `company_creator` ON `company` (`creator_company_id`);--> statement-breakpoint
ALTER TABLE `crew` ADD `is_deleted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `invite` ADD `user_id` integer REFERENCES user(id);--> statement-breakpoint
ALTER TABLE `user` ADD `wood_unit_type_id` integer REFERENCES wood_unit_type(id);