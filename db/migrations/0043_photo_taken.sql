ALTER TABLE `photo` ADD `taken_local` text;--> statement-breakpoint
ALTER TABLE `photo` ADD `taken_at` text;--> statement-breakpoint
ALTER TABLE `photo` ADD `latitude` real;--> statement-breakpoint
ALTER TABLE `photo` ADD `longitude` real;