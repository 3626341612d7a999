-- Each company's jobs in the order in which its list has them: dropped and made again after every migration, as
-- db/derived.sql. Who sees a job is said by the view job_reader alone; deleted jobs and samples are in nobody's list.
DROP VIEW IF EXISTS company_job_rows
--;
CREATE VIEW company_job_rows AS
SELECT r.company_id,
       EXISTS (SELECT 1 FROM job_membership s
                WHERE s.job_id = j.id AND s.company_id = r.company_id AND s.accepted_at IS NULL) AS is_pending,
       j.created_at, j.id AS job_id, j.job_status_id AS status
  FROM job j JOIN job_reader r ON r.job_id = j.id
 WHERE j.is_deleted = 0 AND j.is_sample = 0
--;

-- The same, stored. `is_pending` is 1 where the company was invited and has not answered.
CREATE TABLE IF NOT EXISTS company_job (
  company_id INTEGER NOT NULL,
  is_pending INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  job_id INTEGER NOT NULL,
  status INTEGER NOT NULL,
  PRIMARY KEY (company_id, is_pending, created_at DESC, job_id)
) WITHOUT ROWID
--;
CREATE INDEX IF NOT EXISTS company_job_of ON company_job (job_id)
--;
-- A company's sample, which is not looked for among all its jobs.
CREATE INDEX IF NOT EXISTS job_sample ON job (request_user_company_id) WHERE is_sample = 1
--;
CREATE TABLE IF NOT EXISTS company_job_count (
  company_id INTEGER NOT NULL,
  is_pending INTEGER NOT NULL,
  status INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (company_id, is_pending, status)
) WITHOUT ROWID
--;
DROP TRIGGER IF EXISTS company_job_count_add
--;
DROP TRIGGER IF EXISTS company_job_count_subtract
--;
-- A database that had jobs before it had this table is filled at once, and so are the counts. The empty row in front sees
-- to it that nothing else is looked at where there are rows.
INSERT OR IGNORE INTO company_job
SELECT n.* FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM company_job)) unfilled CROSS JOIN company_job_rows n
--;
INSERT OR REPLACE INTO company_job_count
SELECT c.company_id, c.is_pending, c.status, count(*)
  FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM company_job_count WHERE n <> 0)) unfilled CROSS JOIN company_job c
 GROUP BY c.company_id, c.is_pending, c.status
--;
CREATE TRIGGER company_job_count_add AFTER INSERT ON company_job
BEGIN
  INSERT INTO company_job_count (company_id, is_pending, status, n) VALUES (NEW.company_id, NEW.is_pending, NEW.status, 1)
    ON CONFLICT (company_id, is_pending, status) DO UPDATE SET n = n + 1;
END
--;
CREATE TRIGGER company_job_count_subtract AFTER DELETE ON company_job
BEGIN
  UPDATE company_job_count SET n = n - 1
   WHERE company_id = OLD.company_id AND is_pending = OLD.is_pending AND status = OLD.status;
END
--;

-- A job has a handful of rows, so all are worked out again: what is written into this view is a job's id.
DROP VIEW IF EXISTS recompute_company_job
--;
CREATE VIEW recompute_company_job AS SELECT NULL AS job_id WHERE 0
--;
CREATE TRIGGER recompute_company_job_insert INSTEAD OF INSERT ON recompute_company_job
BEGIN
  DELETE FROM company_job WHERE job_id = NEW.job_id;
  -- Once for each company, whichever ways it sees the job by. OR IGNORE would not do here: the statement that fires a trigger
  -- decides what a conflict does in it.
  INSERT INTO company_job SELECT * FROM company_job_rows WHERE job_id = NEW.job_id ON CONFLICT DO NOTHING;
END
--;
DROP TRIGGER IF EXISTS job_insert_company_job
--;
CREATE TRIGGER job_insert_company_job AFTER INSERT ON job
BEGIN
  INSERT INTO recompute_company_job VALUES (NEW.id);
END
--;
DROP TRIGGER IF EXISTS job_update_company_job
--;
CREATE TRIGGER job_update_company_job
AFTER UPDATE OF request_user_company_id, job_status_id, is_deleted, created_at ON job
BEGIN
  INSERT INTO recompute_company_job VALUES (NEW.id);
END
--;
DROP TRIGGER IF EXISTS job_delete_company_job
--;
CREATE TRIGGER job_delete_company_job AFTER DELETE ON job
BEGIN
  DELETE FROM company_job WHERE job_id = OLD.id;
END
--;
DROP TRIGGER IF EXISTS job_company_insert_company_job
--;
CREATE TRIGGER job_company_insert_company_job AFTER INSERT ON job_company
BEGIN
  INSERT INTO recompute_company_job VALUES (NEW.job_id);
END
--;
DROP TRIGGER IF EXISTS job_company_update_company_job
--;
CREATE TRIGGER job_company_update_company_job
AFTER UPDATE OF job_id, company_id, accepted_at, declined_at, removed_at ON job_company
BEGIN
  INSERT INTO recompute_company_job VALUES (NEW.job_id);
  INSERT INTO recompute_company_job SELECT OLD.job_id WHERE OLD.job_id <> NEW.job_id;
END
--;
DROP TRIGGER IF EXISTS job_company_delete_company_job
--;
CREATE TRIGGER job_company_delete_company_job AFTER DELETE ON job_company
BEGIN
  INSERT INTO recompute_company_job VALUES (OLD.job_id);
END
--;
-- A change of a company's own place reaches its jobs by the destinations that lead there (company_destination_readers_after_update).
DROP TRIGGER IF EXISTS job_destination_insert_company_job
--;
CREATE TRIGGER job_destination_insert_company_job AFTER INSERT ON job_destination
BEGIN
  INSERT INTO recompute_company_job VALUES (NEW.job_id);
END
--;
DROP TRIGGER IF EXISTS job_destination_update_company_job
--;
CREATE TRIGGER job_destination_update_company_job
AFTER UPDATE OF job_id, company_location_id, company_destination_id, removed_at ON job_destination
BEGIN
  INSERT INTO recompute_company_job VALUES (NEW.job_id);
  INSERT INTO recompute_company_job SELECT OLD.job_id WHERE OLD.job_id <> NEW.job_id;
END
--;
DROP TRIGGER IF EXISTS job_destination_delete_company_job
--;
CREATE TRIGGER job_destination_delete_company_job AFTER DELETE ON job_destination
BEGIN
  INSERT INTO recompute_company_job VALUES (OLD.job_id);
END
