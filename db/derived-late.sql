-- Of each company's delivered loads those that came into the app after they had been dropped off: a report that was printed
-- before then did not have them (docs/production.md). Dropped and made again after every migration, as db/derived.sql. They are
-- few beside all deliveries, and a load that is created before it is hauled is never one of them.
CREATE TABLE IF NOT EXISTS company_late_delivery (
  company_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  ticket_id INTEGER NOT NULL,
  PRIMARY KEY (company_id, at, ticket_id)
) WITHOUT ROWID
--;
-- A database that had loads before it had this table is filled at once. The row of no company says that it was: where no load
-- came late, nobody looks through all of them at each start.
INSERT INTO company_late_delivery
SELECT d.company_id, d.at, d.ticket_id
  FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM company_late_delivery)) unfilled
  CROSS JOIN company_delivery d CROSS JOIN trip_ticket t ON t.id = d.ticket_id AND unixepoch(t.created_at) > d.at
--;
INSERT OR IGNORE INTO company_late_delivery VALUES (0, 0, 0)
--;
DROP TRIGGER IF EXISTS company_late_add
--;
CREATE TRIGGER company_late_add AFTER INSERT ON company_delivery
WHEN (SELECT unixepoch(t.created_at) FROM trip_ticket t WHERE t.id = NEW.ticket_id) > NEW.at
BEGIN
  INSERT INTO company_late_delivery VALUES (NEW.company_id, NEW.at, NEW.ticket_id);
END
--;
DROP TRIGGER IF EXISTS company_late_remove
--;
CREATE TRIGGER company_late_remove AFTER DELETE ON company_delivery
BEGIN
  DELETE FROM company_late_delivery WHERE company_id = OLD.company_id AND at = OLD.at AND ticket_id = OLD.ticket_id;
END
