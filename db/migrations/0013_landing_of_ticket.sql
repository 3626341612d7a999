ALTER TABLE `landing` ADD `latitude` real;--> statement-breakpoint
ALTER TABLE `landing` ADD `longitude` real;--> statement-breakpoint
ALTER TABLE `trip_ticket` ADD `landing_id` integer REFERENCES landing(id);