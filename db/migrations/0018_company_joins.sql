CREATE TABLE `admin_act` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`seq` integer NOT NULL,
	`admin_user_id` integer NOT NULL,
	`act` text NOT NULL,
	`subject_company_id` integer,
	`subject_user_id` integer,
	`details` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` text NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`admin_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_act_seq` ON `admin_act` (`seq`);--> statement-breakpoint
CREATE INDEX `admin_act_company` ON `admin_act` (`subject_company_id`,`id`);--> statement-breakpoint
CREATE INDEX `admin_act_user` ON `admin_act` (`subject_user_id`,`id`);--> statement-breakpoint
ALTER TABLE `company` ADD `joined_into_company_id` integer REFERENCES company(id);