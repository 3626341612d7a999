-- Everything that follows from the tables and is kept by the database itself: dropped and made again after
-- every migration (rebuilding a table loses its triggers silently). Statements end with a line of "--;".

-- The guard. A statement that must hit one row is followed by INSERT INTO _guard SELECT changes() = 1;
-- anything but 1 aborts the whole batch, and nothing is ever stored.
DROP TABLE IF EXISTS _guard
--;
CREATE TABLE _guard (hit INTEGER NOT NULL)
--;
CREATE TRIGGER _guard_insert_check BEFORE INSERT ON _guard
BEGIN
  SELECT RAISE(ABORT, 'GUARD') WHERE NEW.hit IS NOT 1;
  SELECT RAISE(IGNORE);
END
--;

-- Who receives a job destination's wood: the company of the destination's location, else the mill that the pin names,
-- else the destination's owner.
DROP VIEW IF EXISTS job_destination_mill
--;
CREATE VIEW job_destination_mill AS
SELECT jd.id AS job_destination_id,
       COALESCE(loc.company_id, dloc.company_id, cd.destination_company_id, cd.company_id) AS mill_company_id
FROM job_destination jd
LEFT JOIN company_location loc ON loc.id = jd.company_location_id
LEFT JOIN company_destination cd ON cd.id = jd.company_destination_id
LEFT JOIN company_location dloc ON dloc.id = cd.destination_company_location_id
--;

-- A company's seat on a job: it was invited or has accepted. It has none once it declined or was removed.
DROP VIEW IF EXISTS job_membership
--;
CREATE VIEW job_membership AS
SELECT id, job_id, company_id, is_land_owner, is_land_owner_authorizee, is_land_manager, is_cutter, is_skidder,
       is_hauler, invited_at, accepted_at, contract_changed_at
  FROM job_company WHERE declined_at IS NULL AND removed_at IS NULL
--;

-- The parties to a job: seats that were accepted. Lists, paper, and exports name nobody else.
DROP VIEW IF EXISTS job_party
--;
CREATE VIEW job_party AS SELECT * FROM job_membership WHERE accepted_at IS NOT NULL
--;

-- Which companies see which job (docs/domain.md#who-sees-a-job): who requests it, who is on it and has not declined,
-- who receives its wood. Each part can be read from either end: who sees this job, which jobs this company sees.
DROP VIEW IF EXISTS job_reader
--;
CREATE VIEW job_reader AS
SELECT j.id AS job_id, j.request_user_company_id AS company_id FROM job j
UNION ALL
SELECT s.job_id, s.company_id FROM job_membership s
UNION ALL
SELECT jd.job_id, loc.company_id
  FROM job_destination jd JOIN company_location loc ON loc.id = jd.company_location_id WHERE jd.removed_at IS NULL
UNION ALL
SELECT jd.job_id, dloc.company_id
  FROM job_destination jd JOIN company_destination cd ON cd.id = jd.company_destination_id
  JOIN company_location dloc ON dloc.id = cd.destination_company_location_id WHERE jd.removed_at IS NULL
UNION ALL
SELECT jd.job_id, cd.destination_company_id
  FROM job_destination jd JOIN company_destination cd ON cd.id = jd.company_destination_id
 WHERE jd.removed_at IS NULL AND cd.destination_company_id IS NOT NULL
UNION ALL
SELECT jd.job_id, cd.company_id
  FROM job_destination jd JOIN company_destination cd ON cd.id = jd.company_destination_id
 WHERE jd.removed_at IS NULL AND cd.destination_company_location_id IS NULL AND cd.destination_company_id IS NULL
--;

-- The visibility rule, once: which companies see which ticket (docs/domain.md#who-sees-a-ticket). A sample's loads are
-- nobody's: its own company reaches them one by one (`requireVisibleTicket`), and whatever starts from what a company
-- sees never counts them.
DROP VIEW IF EXISTS trip_ticket_reader
--;
CREATE VIEW trip_ticket_reader AS
SELECT t.id AS trip_ticket_id, j.request_user_company_id AS company_id,
       t.last_modified_at, t.trip_ticket_status_id AS status, t.job_id, t.job_destination_id
  FROM trip_ticket t JOIN job j ON j.id = t.job_id WHERE t.is_deleted = 0 AND t.is_sample = 0
UNION ALL
SELECT t.id, p.company_id, t.last_modified_at, t.trip_ticket_status_id, t.job_id, t.job_destination_id
  FROM trip_ticket t JOIN job_party p ON p.job_id = t.job_id
 WHERE t.is_deleted = 0 AND t.is_sample = 0
   AND (p.is_land_owner OR p.is_land_owner_authorizee OR p.is_land_manager
        OR (p.is_hauler AND t.trip_ticket_status_id IN (6, 7)))
UNION ALL
SELECT t.id, t.cutter_company_id, t.last_modified_at, t.trip_ticket_status_id, t.job_id, t.job_destination_id
  FROM trip_ticket t WHERE t.is_deleted = 0 AND t.is_sample = 0 AND t.cutter_company_id IS NOT NULL
UNION ALL
SELECT t.id, t.skidder_company_id, t.last_modified_at, t.trip_ticket_status_id, t.job_id, t.job_destination_id
  FROM trip_ticket t WHERE t.is_deleted = 0 AND t.is_sample = 0 AND t.skidder_company_id IS NOT NULL
UNION ALL
SELECT t.id, t.hauler_company_id, t.last_modified_at, t.trip_ticket_status_id, t.job_id, t.job_destination_id
  FROM trip_ticket t WHERE t.is_deleted = 0 AND t.is_sample = 0 AND t.hauler_company_id IS NOT NULL
UNION ALL
SELECT t.id, t.cutter_on_behalf_of_company_id, t.last_modified_at, t.trip_ticket_status_id, t.job_id, t.job_destination_id
  FROM trip_ticket t WHERE t.is_deleted = 0 AND t.is_sample = 0 AND t.cutter_on_behalf_of_company_id IS NOT NULL
UNION ALL
SELECT t.id, t.skidder_on_behalf_of_company_id, t.last_modified_at, t.trip_ticket_status_id, t.job_id, t.job_destination_id
  FROM trip_ticket t WHERE t.is_deleted = 0 AND t.is_sample = 0 AND t.skidder_on_behalf_of_company_id IS NOT NULL
UNION ALL
SELECT t.id, t.hauler_on_behalf_of_company_id, t.last_modified_at, t.trip_ticket_status_id, t.job_id, t.job_destination_id
  FROM trip_ticket t WHERE t.is_deleted = 0 AND t.is_sample = 0 AND t.hauler_on_behalf_of_company_id IS NOT NULL
UNION ALL
SELECT t.id, m.mill_company_id, t.last_modified_at, t.trip_ticket_status_id, t.job_id, t.job_destination_id
  FROM trip_ticket t JOIN job_destination_mill m ON m.job_destination_id = t.job_destination_id
 WHERE t.is_deleted = 0 AND t.is_sample = 0
--;

-- A ticket is a sample's exactly when its job is: no load of a sample gets among real ones, and none the other way.
DROP TRIGGER IF EXISTS trip_ticket_sample_insert_check
--;
CREATE TRIGGER trip_ticket_sample_insert_check BEFORE INSERT ON trip_ticket
WHEN NEW.is_sample IS NOT (SELECT is_sample FROM job WHERE id = NEW.job_id)
BEGIN
  SELECT RAISE(ABORT, 'a sample job has sample tickets, and no other job has');
END
--;
DROP TRIGGER IF EXISTS trip_ticket_sample_update_check
--;
CREATE TRIGGER trip_ticket_sample_update_check BEFORE UPDATE OF job_id, is_sample ON trip_ticket
WHEN NEW.is_sample IS NOT (SELECT is_sample FROM job WHERE id = NEW.job_id)
BEGIN
  SELECT RAISE(ABORT, 'a sample job has sample tickets, and no other job has');
END
--;
DROP TRIGGER IF EXISTS job_sample_update_check
--;
CREATE TRIGGER job_sample_update_check BEFORE UPDATE OF is_sample ON job WHEN NEW.is_sample <> OLD.is_sample
BEGIN
  SELECT RAISE(ABORT, 'a job stays a sample, or none');
END
--;

-- The same, stored in the order in which lists are read.
CREATE TABLE IF NOT EXISTS ticket_company (
  company_id INTEGER NOT NULL,
  last_modified_at TEXT NOT NULL,
  ticket_id INTEGER NOT NULL,
  status INTEGER NOT NULL,
  PRIMARY KEY (company_id, last_modified_at DESC, ticket_id DESC)
) WITHOUT ROWID
--;
-- Of these the few that are not completed (status 3), in the same order: what is under way or waits to be hauled is
-- asked for most, and would else be looked for among everything that a company ever moved.
CREATE INDEX IF NOT EXISTS ticket_company_open
  ON ticket_company (company_id, last_modified_at DESC, ticket_id DESC, status) WHERE status <> 3
--;
-- What is not scaled yet, by status: mills and offices ask for it daily, and it is little of all that was ever hauled. It holds
-- what such a list is mostly narrowed and sorted by, so that hardly any load itself is read to find them; the last column
-- too, which is always null, because queries ask for it.
CREATE INDEX IF NOT EXISTS trip_ticket_not_scaled
  ON trip_ticket (trip_ticket_status_id, wood_species_id, product_type_id, trip_ticket_priority_id, last_modified_at, scaled_volume)
  WHERE scaled_volume IS NULL
--;
-- Delivered loads of a job without a hauler: the dashboard counts them, and there are few.
CREATE INDEX IF NOT EXISTS trip_ticket_not_hauled
  ON trip_ticket (job_id) WHERE hauler_company_id IS NULL AND trip_ticket_status_id = 3 AND is_deleted = 0
--;
-- By status alone, as the build before this one asks for it by name: to be dropped one release later (docs/deploy.md).
CREATE INDEX IF NOT EXISTS trip_ticket_unscaled ON trip_ticket (trip_ticket_status_id) WHERE scaled_volume IS NULL
--;
-- Loads by their scale ticket and by their truck, as a scale house and the search ask for them. The truck's is the text
-- that `PLATE` of app/modules/trip-tickets/shared/find-ids.server.ts asks for, letter by letter.
CREATE INDEX IF NOT EXISTS trip_ticket_scale_slip
  ON trip_ticket (scale_ticket_number COLLATE NOCASE) WHERE scale_ticket_number IS NOT NULL
--;
CREATE INDEX IF NOT EXISTS trip_ticket_truck
  ON trip_ticket (replace(replace(upper(truck_plate), ' ', ''), '-', '')) WHERE truck_plate IS NOT NULL
--;
-- Companies by the beginning of their name, capital letters or small, as the search asks for them.
CREATE INDEX IF NOT EXISTS company_by_name ON company (name COLLATE NOCASE)
--;
-- The mills among all companies: anybody may send wood to them.
CREATE INDEX IF NOT EXISTS company_mill ON company (is_mill) WHERE is_mill = 1
--;
-- The few places on jobs that somebody should look after: whose contract changed since it was accepted, who hasn't answered,
-- who declined. The first page asks for them each time, and they are little of all that companies ever worked on.
CREATE INDEX IF NOT EXISTS job_company_changed
  ON job_company (company_id, job_id) WHERE contract_changed_at > accepted_at
--;
CREATE INDEX IF NOT EXISTS job_company_waits
  ON job_company (job_id, invited_at) WHERE accepted_at IS NULL AND declined_at IS NULL AND removed_at IS NULL
--;
CREATE INDEX IF NOT EXISTS job_company_declined ON job_company (job_id, declined_at) WHERE declined_at IS NOT NULL
--;
-- The contracts that have a name: a search for one looks at none of the places without.
CREATE INDEX IF NOT EXISTS job_company_contract
  ON job_company (job_id, company_id, cut_contract_name, skid_contract_name, haul_contract_name)
  WHERE cut_contract_name IS NOT NULL OR skid_contract_name IS NOT NULL OR haul_contract_name IS NOT NULL
--;
-- How many tickets a company sees in each status. `changes` grows with every ticket that is added, changed or removed there, so
-- results computed from those tickets stay valid until it does (`app/modules/dashboard/data/weeks.server.ts`, `urgent-loads.server.ts`). It starts at a random
-- number, so that a row that was deleted and made again doesn't repeat an old one.
CREATE TABLE IF NOT EXISTS company_status_count (
  company_id INTEGER NOT NULL,
  status INTEGER NOT NULL,
  n INTEGER NOT NULL,
  changes INTEGER NOT NULL DEFAULT (abs(random() % 1000000)),
  PRIMARY KEY (company_id, status)
) WITHOUT ROWID
--;
INSERT INTO company_status_count (company_id, status, n)
SELECT c.company_id, c.status, count(*)
  FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM company_status_count)) unfilled CROSS JOIN ticket_company c
 GROUP BY 1, 2
--;
DROP TRIGGER IF EXISTS company_status_count_add
--;
CREATE TRIGGER company_status_count_add AFTER INSERT ON ticket_company
BEGIN
  INSERT INTO company_status_count (company_id, status, n) VALUES (NEW.company_id, NEW.status, 1)
    ON CONFLICT (company_id, status) DO UPDATE SET n = n + 1, changes = changes + 1;
END
--;
DROP TRIGGER IF EXISTS company_status_count_subtract
--;
CREATE TRIGGER company_status_count_subtract AFTER DELETE ON ticket_company
BEGIN
  UPDATE company_status_count SET n = n - 1, changes = changes + 1 WHERE company_id = OLD.company_id AND status = OLD.status;
END
--;

-- A ticket comes, changes or goes: its rows are taken out by the old state and put back by the new one. What a delivery
-- counts for (db/derived-deliveries.sql) is among the columns, so that nobody has to remember last_modified_at for it.
DROP TRIGGER IF EXISTS trip_ticket_readers_insert
--;
CREATE TRIGGER trip_ticket_readers_insert AFTER INSERT ON trip_ticket
BEGIN
  INSERT OR IGNORE INTO ticket_company (company_id, last_modified_at, ticket_id, status)
    SELECT r.company_id, NEW.last_modified_at, NEW.id, NEW.trip_ticket_status_id
      FROM trip_ticket_reader r WHERE r.trip_ticket_id = NEW.id;
END
--;
DROP TRIGGER IF EXISTS trip_ticket_readers_before_update
--;
CREATE TRIGGER trip_ticket_readers_before_update BEFORE UPDATE OF job_id, job_destination_id, trip_ticket_status_id,
  cutter_company_id, skidder_company_id, hauler_company_id, cutter_on_behalf_of_company_id,
  skidder_on_behalf_of_company_id, hauler_on_behalf_of_company_id, last_modified_at, is_deleted, dropped_off_at, picked_up_at,
  estimated_volume, estimated_wood_unit_type_id, scaled_volume, scaled_wood_unit_type_id, product_type_id,
  wood_species_id, wood_species_type_id, hauler_user_id, net_pounds, trip_ticket_priority_id ON trip_ticket
BEGIN
  DELETE FROM ticket_company
   WHERE last_modified_at = OLD.last_modified_at AND ticket_id = OLD.id
     AND company_id IN (SELECT r.company_id FROM trip_ticket_reader r WHERE r.trip_ticket_id = OLD.id);
END
--;
DROP TRIGGER IF EXISTS trip_ticket_readers_after_update
--;
CREATE TRIGGER trip_ticket_readers_after_update AFTER UPDATE OF job_id, job_destination_id, trip_ticket_status_id,
  cutter_company_id, skidder_company_id, hauler_company_id, cutter_on_behalf_of_company_id,
  skidder_on_behalf_of_company_id, hauler_on_behalf_of_company_id, last_modified_at, is_deleted, dropped_off_at, picked_up_at,
  estimated_volume, estimated_wood_unit_type_id, scaled_volume, scaled_wood_unit_type_id, product_type_id,
  wood_species_id, wood_species_type_id, hauler_user_id, net_pounds, trip_ticket_priority_id ON trip_ticket
BEGIN
  INSERT OR IGNORE INTO ticket_company (company_id, last_modified_at, ticket_id, status)
    SELECT r.company_id, NEW.last_modified_at, NEW.id, NEW.trip_ticket_status_id
      FROM trip_ticket_reader r WHERE r.trip_ticket_id = NEW.id;
END
--;
DROP TRIGGER IF EXISTS trip_ticket_readers_delete
--;
CREATE TRIGGER trip_ticket_readers_delete BEFORE DELETE ON trip_ticket
BEGIN
  DELETE FROM ticket_company
   WHERE last_modified_at = OLD.last_modified_at AND ticket_id = OLD.id
     AND company_id IN (SELECT r.company_id FROM trip_ticket_reader r WHERE r.trip_ticket_id = OLD.id);
END
--;

-- A company comes onto a job, accepts, declines, changes roles or goes: only that company's rows of that job. What is
-- asked of trip_ticket_reader is always a column of it and a value: only so does SQLite look at no other ticket.
DROP TRIGGER IF EXISTS job_company_readers_insert
--;
CREATE TRIGGER job_company_readers_insert AFTER INSERT ON job_company
BEGIN
  INSERT OR IGNORE INTO ticket_company (company_id, last_modified_at, ticket_id, status)
    SELECT r.company_id, r.last_modified_at, r.trip_ticket_id, r.status
      FROM trip_ticket_reader r WHERE r.job_id = NEW.job_id AND r.company_id = NEW.company_id;
END
--;
DROP TRIGGER IF EXISTS job_company_readers_update
--;
CREATE TRIGGER job_company_readers_update AFTER UPDATE ON job_company
BEGIN
  DELETE FROM ticket_company
   WHERE company_id = OLD.company_id
     AND (last_modified_at, ticket_id) IN (SELECT t.last_modified_at, t.id FROM trip_ticket t WHERE t.job_id = OLD.job_id)
     AND ticket_id NOT IN (SELECT r.trip_ticket_id FROM trip_ticket_reader r
                            WHERE r.job_id = OLD.job_id AND r.company_id = OLD.company_id);
  INSERT OR IGNORE INTO ticket_company (company_id, last_modified_at, ticket_id, status)
    SELECT r.company_id, r.last_modified_at, r.trip_ticket_id, r.status
      FROM trip_ticket_reader r WHERE r.job_id = NEW.job_id AND r.company_id = NEW.company_id;
END
--;
DROP TRIGGER IF EXISTS job_company_readers_delete
--;
CREATE TRIGGER job_company_readers_delete AFTER DELETE ON job_company
BEGIN
  DELETE FROM ticket_company
   WHERE company_id = OLD.company_id
     AND (last_modified_at, ticket_id) IN (SELECT t.last_modified_at, t.id FROM trip_ticket t WHERE t.job_id = OLD.job_id)
     AND ticket_id NOT IN (SELECT r.trip_ticket_id FROM trip_ticket_reader r
                            WHERE r.job_id = OLD.job_id AND r.company_id = OLD.company_id);
END
--;

-- A destination's receiving mill moves: the old mill's rows go, then everybody's that are missing come, the old mill's
-- own among them where it is something else to the ticket too.
DROP TRIGGER IF EXISTS job_destination_readers_before_update
--;
CREATE TRIGGER job_destination_readers_before_update BEFORE UPDATE OF company_destination_id, company_location_id ON job_destination
BEGIN
  DELETE FROM ticket_company
   WHERE company_id = (SELECT m.mill_company_id FROM job_destination_mill m WHERE m.job_destination_id = OLD.id)
     AND (last_modified_at, ticket_id) IN
         (SELECT t.last_modified_at, t.id FROM trip_ticket t WHERE t.job_destination_id = OLD.id);
END
--;
DROP TRIGGER IF EXISTS job_destination_readers_after_update
--;
CREATE TRIGGER job_destination_readers_after_update AFTER UPDATE OF company_destination_id, company_location_id ON job_destination
BEGIN
  INSERT OR IGNORE INTO ticket_company (company_id, last_modified_at, ticket_id, status)
    SELECT r.company_id, r.last_modified_at, r.trip_ticket_id, r.status
      FROM trip_ticket_reader r WHERE r.job_destination_id = NEW.id;
END
--;
DROP TRIGGER IF EXISTS company_destination_readers_before_update
--;
CREATE TRIGGER company_destination_readers_before_update BEFORE UPDATE OF destination_company_location_id, destination_company_id, company_id ON company_destination
BEGIN
  DELETE FROM ticket_company
   WHERE company_id = COALESCE((SELECT l.company_id FROM company_location l WHERE l.id = OLD.destination_company_location_id),
                              OLD.destination_company_id, OLD.company_id)
     AND (last_modified_at, ticket_id) IN
         (SELECT t.last_modified_at, t.id FROM job_destination jd CROSS JOIN trip_ticket t ON t.job_destination_id = jd.id
           WHERE jd.company_destination_id = OLD.id);
END
--;
DROP TRIGGER IF EXISTS company_destination_readers_after_update
--;
-- Each job's destination that leads there is updated, and its own triggers do the rest.
CREATE TRIGGER company_destination_readers_after_update AFTER UPDATE OF destination_company_location_id, destination_company_id, company_id ON company_destination
BEGIN
  UPDATE job_destination SET company_destination_id = company_destination_id WHERE company_destination_id = NEW.id;
END
--;
-- What a job's requesting company or a location's owner is does not change once tickets stand on it.
DROP TRIGGER IF EXISTS job_requester_update_check
--;
CREATE TRIGGER job_requester_update_check BEFORE UPDATE OF request_user_company_id ON job
WHEN OLD.request_user_company_id <> NEW.request_user_company_id
 AND EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a job with tickets keeps its requesting company');
END
--;
DROP TRIGGER IF EXISTS company_location_owner_update_check
--;
CREATE TRIGGER company_location_owner_update_check BEFORE UPDATE OF company_id ON company_location
WHEN OLD.company_id <> NEW.company_id
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a location stays with its company');
END
--;
-- Nobody joins a crew that was deleted: no list would show them, and no permission of it could be set.
DROP TRIGGER IF EXISTS crew_member_insert_check
--;
CREATE TRIGGER crew_member_insert_check BEFORE INSERT ON crew_member
WHEN EXISTS (SELECT 1 FROM crew c WHERE c.id = NEW.crew_id AND c.is_deleted = 1)
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: this crew was deleted');
END
--;
-- History is only ever added to.
DROP TRIGGER IF EXISTS audit_entry_update_check
--;
CREATE TRIGGER audit_entry_update_check BEFORE UPDATE ON audit_entry
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: history is not rewritten');
END
--;
DROP TRIGGER IF EXISTS audit_entry_delete_check
--;
CREATE TRIGGER audit_entry_delete_check BEFORE DELETE ON audit_entry
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: history is not removed');
END
--;
-- So is what the people who run the site did.
DROP TRIGGER IF EXISTS admin_action_update_check
--;
CREATE TRIGGER admin_action_update_check BEFORE UPDATE ON admin_action
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: what was done to a company is not rewritten');
END
--;
DROP TRIGGER IF EXISTS admin_action_delete_check
--;
CREATE TRIGGER admin_action_delete_check BEFORE DELETE ON admin_action
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: what was done to a company is not removed');
END
--;
-- And so is what their chains had come to.
DROP TRIGGER IF EXISTS audit_anchor_update_check
--;
CREATE TRIGGER audit_anchor_update_check BEFORE UPDATE ON audit_anchor
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: an anchor is not rewritten');
END
--;
DROP TRIGGER IF EXISTS audit_anchor_delete_check
--;
CREATE TRIGGER audit_anchor_delete_check BEFORE DELETE ON audit_anchor
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: an anchor is not removed');
END
--;

-- What lies where: boxes of surveyed townships and sections, found by place. These stay from one migration to the next
-- (filling them takes long); their triggers keep them.
CREATE VIRTUAL TABLE IF NOT EXISTS plss_township_box USING rtree(id, west, east, south, north)
--;
CREATE VIRTUAL TABLE IF NOT EXISTS plss_section_box USING rtree(id, west, east, south, north)
--;
DROP TRIGGER IF EXISTS plss_township_box_insert
--;
CREATE TRIGGER plss_township_box_insert AFTER INSERT ON plss_township
BEGIN
  INSERT INTO plss_township_box (id, west, east, south, north) VALUES (NEW.id, NEW.west, NEW.east, NEW.south, NEW.north);
END
--;
DROP TRIGGER IF EXISTS plss_township_box_update
--;
CREATE TRIGGER plss_township_box_update AFTER UPDATE ON plss_township
BEGIN
  UPDATE plss_township_box SET west = NEW.west, east = NEW.east, south = NEW.south, north = NEW.north WHERE id = NEW.id;
END
--;
DROP TRIGGER IF EXISTS plss_township_box_delete
--;
CREATE TRIGGER plss_township_box_delete AFTER DELETE ON plss_township
BEGIN
  DELETE FROM plss_township_box WHERE id = OLD.id;
END
--;
DROP TRIGGER IF EXISTS plss_section_box_insert
--;
CREATE TRIGGER plss_section_box_insert AFTER INSERT ON plss_section
BEGIN
  INSERT INTO plss_section_box (id, west, east, south, north) VALUES (NEW.id, NEW.west, NEW.east, NEW.south, NEW.north);
END
--;
DROP TRIGGER IF EXISTS plss_section_box_update
--;
CREATE TRIGGER plss_section_box_update AFTER UPDATE ON plss_section
BEGIN
  UPDATE plss_section_box SET west = NEW.west, east = NEW.east, south = NEW.south, north = NEW.north WHERE id = NEW.id;
END
--;
DROP TRIGGER IF EXISTS plss_section_box_delete
--;
CREATE TRIGGER plss_section_box_delete AFTER DELETE ON plss_section
BEGIN
  DELETE FROM plss_section_box WHERE id = OLD.id;
END
--;

-- The same for imported roads, waters and towns, with how large one is as a third direction.
CREATE VIRTUAL TABLE IF NOT EXISTS ground_feature_box USING rtree(id, west, east, south, north, least, most)
--;
DROP TRIGGER IF EXISTS ground_feature_box_insert
--;
CREATE TRIGGER ground_feature_box_insert AFTER INSERT ON ground_feature
BEGIN
  INSERT INTO ground_feature_box (id, west, east, south, north, least, most)
  VALUES (NEW.id, NEW.west, NEW.east, NEW.south, NEW.north, NEW.rank, NEW.rank);
END
--;
DROP TRIGGER IF EXISTS ground_feature_box_update
--;
CREATE TRIGGER ground_feature_box_update AFTER UPDATE ON ground_feature
BEGIN
  UPDATE ground_feature_box SET west = NEW.west, east = NEW.east, south = NEW.south, north = NEW.north,
    least = NEW.rank, most = NEW.rank WHERE id = NEW.id;
END
--;
DROP TRIGGER IF EXISTS ground_feature_box_delete
--;
CREATE TRIGGER ground_feature_box_delete AFTER DELETE ON ground_feature
BEGIN
  DELETE FROM ground_feature_box WHERE id = OLD.id;
END
--;

-- A job's tickets that are not at their end: what waits for a destination, what keeps a job from ending. There
-- are few of them among all that a job ever moved.
CREATE INDEX IF NOT EXISTS trip_ticket_open
  ON trip_ticket (job_id, trip_ticket_status_id) WHERE trip_ticket_status_id IN (1, 2, 5, 6, 7) AND is_deleted = 0
--;

-- A landing's inventory follows its loads (docs/domain.md#inventory): who leaves takes the estimate along, the scale
-- corrects it, who is cancelled or deleted brings it back. A load has left while it is in transit or completed, and
-- while it is paused or in yard after it was picked up. Rows are only added: each says what changed, so that the rows
-- of a load always sum up to what it took. What had left before there was a landing stays out of its account.
DROP VIEW IF EXISTS ticket_inventory_use
--;
-- What each load has taken from which landing, as it stands: the one that the ticket names; where it names none the one
-- it has taken from, the only one that piles its product, the job's only one. Nothing where the job has no landing, and
-- none is guessed among several.
CREATE VIEW ticket_inventory_use AS
SELECT t.id AS trip_ticket_id, t.product_type_id, t.wood_species_id, t.wood_species_type_id,
       CASE WHEN t.scaled_volume IS NULL THEN COALESCE(t.estimated_wood_unit_type_id, 2) ELSE t.scaled_wood_unit_type_id END AS unit,
       CASE WHEN t.is_deleted = 0 AND (t.trip_ticket_status_id IN (2, 3)
                  OR (t.trip_ticket_status_id IN (5, 6) AND t.picked_up_at IS NOT NULL))
            THEN COALESCE(t.scaled_volume, t.estimated_volume, 0) ELSE 0 END AS taken_volume,
       COALESCE(
         t.landing_id,
         (SELECT i.landing_id FROM landing_inventory i
           WHERE i.trip_ticket_id = t.id AND i.estimated_volume_remaining < 0 ORDER BY i.id DESC LIMIT 1),
         (SELECT min(l.id) FROM landing l
           WHERE l.job_id = t.job_id AND l.is_deleted = 0
             AND EXISTS (SELECT 1 FROM landing_inventory i
                          WHERE i.landing_id = l.id AND i.is_deleted = 0 AND i.trip_ticket_id IS NULL
                            AND i.product_type_id = t.product_type_id AND i.wood_species_id IS t.wood_species_id
                            AND i.wood_species_type_id IS t.wood_species_type_id)
           GROUP BY l.job_id HAVING count(*) = 1),
         (SELECT min(l.id) FROM landing l WHERE l.job_id = t.job_id AND l.is_deleted = 0 GROUP BY l.job_id HAVING count(*) = 1)
       ) AS landing_id
  FROM trip_ticket t
--;
DROP TRIGGER IF EXISTS trip_ticket_landing_insert
--;
CREATE TRIGGER trip_ticket_landing_insert AFTER INSERT ON trip_ticket
WHEN EXISTS (SELECT 1 FROM landing l WHERE l.job_id = NEW.job_id AND l.is_deleted = 0)
BEGIN
  INSERT INTO landing_inventory (landing_id, product_type_id, wood_species_id, wood_species_type_id, wood_unit_type_id,
    estimated_volume_remaining, cutter_company_id, skidder_company_id, trip_ticket_id, created_at)
  SELECT w.landing_id, w.product_type_id, w.wood_species_id, w.wood_species_type_id, w.unit, -w.taken_volume,
         NEW.cutter_company_id, NEW.skidder_company_id, NEW.id, NEW.last_modified_at
    FROM ticket_inventory_use w WHERE w.trip_ticket_id = NEW.id AND w.taken_volume <> 0 AND w.landing_id IS NOT NULL;
END
--;
DROP TRIGGER IF EXISTS trip_ticket_landing_update
--;
CREATE TRIGGER trip_ticket_landing_update AFTER UPDATE OF trip_ticket_status_id, is_deleted, picked_up_at, estimated_volume,
  estimated_wood_unit_type_id, scaled_volume, scaled_wood_unit_type_id, product_type_id, wood_species_id,
  wood_species_type_id, landing_id ON trip_ticket
WHEN EXISTS (SELECT 1 FROM landing l WHERE l.job_id = NEW.job_id)
 AND (EXISTS (SELECT 1 FROM landing_inventory i WHERE i.trip_ticket_id = NEW.id)
      OR NEW.landing_id IS NOT OLD.landing_id
      OR OLD.is_deleted = 1 OR COALESCE(OLD.scaled_volume, OLD.estimated_volume, 0) = 0
      OR OLD.trip_ticket_status_id NOT IN (2, 3, 5, 6)
      OR (OLD.trip_ticket_status_id IN (5, 6) AND OLD.picked_up_at IS NULL))
BEGIN
  INSERT INTO landing_inventory (landing_id, product_type_id, wood_species_id, wood_species_type_id, wood_unit_type_id,
    estimated_volume_remaining, cutter_company_id, skidder_company_id, trip_ticket_id, created_at)
  SELECT c.landing_id, c.product_type_id, c.wood_species_id, c.wood_species_type_id, c.unit, sum(c.change),
         NEW.cutter_company_id, NEW.skidder_company_id, NEW.id, NEW.last_modified_at
    FROM (SELECT i.landing_id, i.product_type_id, i.wood_species_id, i.wood_species_type_id, i.wood_unit_type_id AS unit,
                 -i.estimated_volume_remaining AS change
            FROM landing_inventory i WHERE i.trip_ticket_id = NEW.id
          UNION ALL
          SELECT w.landing_id, w.product_type_id, w.wood_species_id, w.wood_species_type_id, w.unit, -w.taken_volume
            FROM ticket_inventory_use w WHERE w.trip_ticket_id = NEW.id AND w.landing_id IS NOT NULL) c
   GROUP BY c.landing_id, c.product_type_id, c.wood_species_id, c.wood_species_type_id, c.unit
  HAVING sum(c.change) <> 0;
END

--;
-- Who of a company did what, newest first: everybody's, and one person's.
CREATE INDEX IF NOT EXISTS audit_entry_by_company ON audit_entry (creator_company_id, created_at, id)
--;
CREATE INDEX IF NOT EXISTS audit_entry_by_person
  ON audit_entry (creator_company_id, creator_user_id, created_at, id)
--;

-- What tells of a load, and who has a message: a load or a message that is written asks for both.
CREATE INDEX IF NOT EXISTS notification_of_ticket ON notification (trip_ticket_id) WHERE trip_ticket_id IS NOT NULL
--;
CREATE INDEX IF NOT EXISTS notification_inbox_of ON notification_inbox (notification_id)
