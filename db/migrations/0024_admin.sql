CREATE TABLE `site_mark` (
	`name` text PRIMARY KEY NOT NULL,
	`said` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `user` ADD `disabled_at` text;