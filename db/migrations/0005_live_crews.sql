-- What only admins may do until they hand it out was stored before anything asked for it: it starts as not handed out.
UPDATE crew_permission SET can_create = 0, can_update = 0, can_delete = 0
 WHERE entity_id IN (SELECT id FROM permission_entity WHERE name IN ('crew', 'crew_member'));
--> statement-breakpoint
UPDATE crew_permission SET can_create = 0, can_delete = 0
 WHERE entity_id IN (SELECT id FROM permission_entity WHERE name = 'company_destination');
--> statement-breakpoint
-- Who was invited into a deleted crew goes where its people would have gone: to the first regular crew that is left.
UPDATE OR IGNORE crew_member SET crew_id = (SELECT min(n.id) FROM crew n JOIN crew o ON o.company_id = n.company_id
  WHERE o.id = crew_member.crew_id AND n.is_deleted = 0 AND n.is_primary = 0)
 WHERE crew_id IN (SELECT o.id FROM crew o WHERE o.is_deleted = 1
   AND EXISTS (SELECT 1 FROM crew n WHERE n.company_id = o.company_id AND n.is_deleted = 0 AND n.is_primary = 0));
--> statement-breakpoint
DELETE FROM crew_member WHERE crew_id IN (SELECT id FROM crew WHERE is_deleted = 1);
--> statement-breakpoint
UPDATE invite SET crew_id = (SELECT min(n.id) FROM crew n JOIN crew o ON o.company_id = n.company_id
  WHERE o.id = invite.crew_id AND n.is_deleted = 0 AND n.is_primary = 0)
 WHERE crew_id IN (SELECT o.id FROM crew o WHERE o.is_deleted = 1
   AND EXISTS (SELECT 1 FROM crew n WHERE n.company_id = o.company_id AND n.is_deleted = 0 AND n.is_primary = 0));
