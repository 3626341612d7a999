ALTER TABLE `job` ADD `is_sample` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `trip_ticket` ADD `is_sample` integer DEFAULT false NOT NULL;