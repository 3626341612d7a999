-- Each company's delivered loads in the order in which they were dropped off (docs/production.md): dropped and made again
-- after every migration, as db/derived.sql. What a load counts for is said once, by the view; times are whole seconds. Who
-- cut, skidded and hauled it is the contractor where a subcontractor did, as contract, pay and plan go by the contractor.
DROP VIEW IF EXISTS ticket_delivery
--;
CREATE VIEW ticket_delivery AS
SELECT unixepoch(t.dropped_off_at) AS at, t.id AS ticket_id, t.job_id, t.job_destination_id, t.product_type_id,
       t.wood_species_id, COALESCE(t.cutter_on_behalf_of_company_id, t.cutter_company_id) AS cutter_company_id,
       COALESCE(t.skidder_on_behalf_of_company_id, t.skidder_company_id) AS skidder_company_id,
       COALESCE(t.hauler_on_behalf_of_company_id, t.hauler_company_id) AS hauler_company_id, t.hauler_user_id, t.wood_species_type_id,
       COALESCE(t.scaled_volume, t.estimated_volume, 0) AS volume,
       CASE WHEN t.scaled_volume IS NULL THEN COALESCE(t.estimated_wood_unit_type_id, 2) ELSE t.scaled_wood_unit_type_id END AS unit,
       t.scaled_volume IS NOT NULL AS is_scaled, t.net_pounds,
       (unixepoch(t.dropped_off_at) - unixepoch(t.picked_up_at)) / 60 AS haul_minutes
  FROM trip_ticket t WHERE t.dropped_off_at IS NOT NULL
--;

-- A row is here exactly where ticket_company has a completed load (status 3) that was dropped off, so who sees the load
-- is said there alone. It holds all that sums ask for.
CREATE TABLE IF NOT EXISTS company_delivery (
  company_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  ticket_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  job_destination_id INTEGER NOT NULL,
  product_type_id INTEGER NOT NULL,
  wood_species_id INTEGER,
  cutter_company_id INTEGER,
  skidder_company_id INTEGER,
  hauler_company_id INTEGER,
  hauler_user_id INTEGER,
  wood_species_type_id INTEGER,
  volume INTEGER NOT NULL,
  unit INTEGER NOT NULL,
  is_scaled INTEGER NOT NULL,
  net_pounds INTEGER,
  haul_minutes INTEGER,
  PRIMARY KEY (company_id, at, ticket_id)
) WITHOUT ROWID
--;
-- A database that had loads before it had this table is filled at once. The empty row in front sees to it that nothing
-- else is looked at where the table has rows.
INSERT INTO company_delivery
SELECT c.company_id, d.*
  FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM company_delivery)) unfilled
  CROSS JOIN ticket_company c CROSS JOIN ticket_delivery d ON d.ticket_id = c.ticket_id
 WHERE c.status = 3
 ORDER BY 1, 2, 3
--;
DROP TRIGGER IF EXISTS company_delivery_add
--;
CREATE TRIGGER company_delivery_add AFTER INSERT ON ticket_company WHEN NEW.status = 3
BEGIN
  INSERT INTO company_delivery
    SELECT NEW.company_id, d.* FROM ticket_delivery d WHERE d.ticket_id = NEW.ticket_id;
END
--;
DROP TRIGGER IF EXISTS company_delivery_remove
--;
-- The rows of ticket_company go before their ticket changes (trip_ticket_readers_before_update), so `at` is still the old one.
CREATE TRIGGER company_delivery_remove AFTER DELETE ON ticket_company WHEN OLD.status = 3
BEGIN
  DELETE FROM company_delivery
   WHERE company_id = OLD.company_id AND ticket_id = OLD.ticket_id
     AND at = (SELECT d.at FROM ticket_delivery d WHERE d.ticket_id = OLD.ticket_id);
END
--;
-- The last that came from a job: a job that ended long ago is not looked for among all that came since.
CREATE INDEX IF NOT EXISTS company_delivery_by_job ON company_delivery (job_id, company_id, at)
--;
-- The few without a scale: how much of a job's delivered volume is only estimated.
CREATE INDEX IF NOT EXISTS company_delivery_unscaled ON company_delivery (company_id, job_id, unit, product_type_id)
 WHERE is_scaled = 0
--;
-- The days of dropping off had an index of their own before.
DROP INDEX IF EXISTS trip_ticket_dropped_off
--;

-- What a completed load adds to its job's work; 0 stands for no species, no kind and no unit, since they are part of a key.
DROP VIEW IF EXISTS completed_ticket
--;
CREATE VIEW completed_ticket AS
SELECT t.id AS ticket_id, t.job_id, t.product_type_id, COALESCE(t.wood_species_id, 0) AS wood_species_id,
       COALESCE(t.wood_species_type_id, 0) AS wood_species_type_id,
       COALESCE(CASE WHEN t.scaled_volume IS NULL THEN t.estimated_wood_unit_type_id ELSE t.scaled_wood_unit_type_id END, 0) AS unit,
       COALESCE(t.scaled_volume, t.estimated_volume, 0) AS volume, t.scaled_volume IS NULL AS unscaled
  FROM trip_ticket t
--;

-- What each company sees completed of each job, added up, since a large job has ten thousand loads. Those that are not at
-- their end are few and are added up when somebody asks (trip_ticket_open). Where nothing is left of a sum it goes.
CREATE TABLE IF NOT EXISTS company_job_total (
  company_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  product_type_id INTEGER NOT NULL,
  wood_species_id INTEGER NOT NULL,
  wood_species_type_id INTEGER NOT NULL,
  unit INTEGER NOT NULL,
  loads INTEGER NOT NULL,
  volume INTEGER NOT NULL,
  unscaled INTEGER NOT NULL,
  PRIMARY KEY (job_id, company_id, product_type_id, wood_species_id, wood_species_type_id, unit)
) WITHOUT ROWID
--;
INSERT INTO company_job_total
SELECT c.company_id, d.job_id, d.product_type_id, d.wood_species_id, d.wood_species_type_id, d.unit,
       count(*), sum(d.volume), sum(d.unscaled)
  FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM company_job_total)) unfilled
  CROSS JOIN ticket_company c CROSS JOIN completed_ticket d ON d.ticket_id = c.ticket_id
 WHERE c.status = 3
 GROUP BY 2, 1, 3, 4, 5, 6
--;
DROP TRIGGER IF EXISTS company_job_total_add
--;
CREATE TRIGGER company_job_total_add AFTER INSERT ON ticket_company WHEN NEW.status = 3
BEGIN
  INSERT INTO company_job_total
    SELECT NEW.company_id, d.job_id, d.product_type_id, d.wood_species_id, d.wood_species_type_id, d.unit, 1, d.volume, d.unscaled
      FROM completed_ticket d WHERE d.ticket_id = NEW.ticket_id
    ON CONFLICT DO UPDATE
       SET loads = loads + 1, volume = volume + excluded.volume, unscaled = unscaled + excluded.unscaled;
END
--;
DROP TRIGGER IF EXISTS company_job_total_subtract
--;
-- As above: what is taken away is what the ticket still is.
CREATE TRIGGER company_job_total_subtract AFTER DELETE ON ticket_company WHEN OLD.status = 3
BEGIN
  UPDATE company_job_total
     SET loads = loads - 1, volume = company_job_total.volume - d.volume, unscaled = company_job_total.unscaled - d.unscaled
    FROM completed_ticket d
   WHERE d.ticket_id = OLD.ticket_id AND company_id = OLD.company_id AND company_job_total.job_id = d.job_id
     AND company_job_total.product_type_id = d.product_type_id AND company_job_total.wood_species_id = d.wood_species_id
     AND company_job_total.wood_species_type_id = d.wood_species_type_id AND company_job_total.unit = d.unit;
  DELETE FROM company_job_total
   WHERE company_id = OLD.company_id AND job_id = (SELECT t.job_id FROM trip_ticket t WHERE t.id = OLD.ticket_id) AND loads = 0;
END
