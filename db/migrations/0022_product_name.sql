CREATE TABLE `product_name` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`product_type_id` integer NOT NULL,
	`wood_species_id` integer,
	`wood_species_type_id` integer,
	`name` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_id`) REFERENCES `wood_species`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wood_species_type_id`) REFERENCES `wood_species_type`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `product_name_product` ON `product_name` (`company_id`,`product_type_id`,COALESCE(wood_species_id, 0),COALESCE(wood_species_type_id, 0)) WHERE is_deleted = 0;