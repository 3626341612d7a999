import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isOneOfCheck, version } from "./columns";
import { company, crew } from "./companies";
import { woodUnitType } from "./reference";

/** A person who signs in by email or phone and password. Emails are stored in lower case, phones as +1 and ten digits. */
export const user = sqliteTable(
  "user",
  {
    id: id(),
    first_name: text("first_name").notNull(),
    last_name: text("last_name").notNull(),
    email: text("email"),
    /** When the person followed a link that was mailed to this email; null where nobody has. */
    email_verified_at: instant("email_verified_at"),
    phone_number: text("phone_number"),
    /** When the person typed a code that was texted to this phone. */
    phone_verified_at: instant("phone_verified_at"),
    password_hash: text("password_hash"),
    avatar_url: text("avatar_url"),
    default_company_id: integer("default_company_id").references(() => company.id),
    time_zone: text("time_zone"),
    /** The unit in which volumes are shown; null shows each in its own. */
    wood_unit_type_id: integer("wood_unit_type_id").references(() => woodUnitType.id),
    is_super_user: flag("is_super_user"),
    /** The company whose admin added this person as an employee; null for people who signed up themselves. */
    creator_company_id: integer("creator_company_id").references(() => company.id),
    /** Since when nobody may sign in as this person: set by the people who run the site. */
    disabled_at: instant("disabled_at"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [uniqueIndex("user_email").on(t.email), uniqueIndex("user_phone_number").on(t.phone_number)],
);

/** A sign-in. The cookie holds a random token, this row only its SHA-256. */
export const session = sqliteTable(
  "session",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    active_company_id: integer("active_company_id").references(() => company.id),
    user_agent: text("user_agent"),
    created_at: instant("created_at").notNull(),
    last_seen_at: instant("last_seen_at").notNull(),
    expires_at: instant("expires_at").notNull(),
    /** When a second factor was shown in it; null where the account has none. */
    second_at: instant("second_at"),
  },
  (t) => [index("session_user").on(t.user_id)],
);

/** An account's app that makes a code every thirty seconds. */
export const secondFactor = sqliteTable("second_factor", {
  user_id: integer("user_id")
    .primaryKey()
    .references(() => user.id),
  /** Sealed (`web/encrypt.server.ts`): a copy of the database makes no code. */
  secret: text("secret").notNull(),
  /** The half minute of the last code that was taken: none is taken twice. */
  last_step: integer("last_step").notNull(),
  created_at: instant("created_at").notNull(),
});

/** What stands in for a lost app, each once: its SHA-256 alone is kept. */
export const recoveryCode = sqliteTable(
  "recovery_code",
  {
    code_hash: text("code_hash").primaryKey(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    created_at: instant("created_at").notNull(),
    used_at: instant("used_at"),
  },
  (t) => [index("recovery_code_user").on(t.user_id)],
);

/** A passkey of an account: the device keeps the private half, this is what its answers are checked with. */
export const passkey = sqliteTable(
  "passkey",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    /** What its person calls it. */
    name: text("name").notNull(),
    credential_id: text("credential_id").notNull(),
    /** COSE, as base64url. */
    public_key: text("public_key").notNull(),
    /** How often it was used, as it says itself; one that counts backward is a copy. Zero where it doesn't count. */
    counter: integer("counter").notNull(),
    /** How browsers reach it, as JSON. */
    transports: text("transports").notNull(),
    /** Whether it may be copied to other devices of its person, and whether it has been. */
    can_back_up: flag("can_back_up"),
    is_backed_up: flag("is_backed_up"),
    created_at: instant("created_at").notNull(),
    last_used_at: instant("last_used_at"),
  },
  (t) => [uniqueIndex("passkey_credential").on(t.credential_id), index("passkey_user").on(t.user_id)],
);

/** What a passkey is asked to sign: the newest for each purpose, for a few minutes, taken once. */
export const passkeyChallenge = sqliteTable(
  "passkey_challenge",
  {
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    purpose: text("purpose", { enum: ["add", "sign-in"] }).notNull(),
    challenge: text("challenge").notNull(),
    /** The sign-in that a new passkey was asked for in. */
    session_hash: text("session_hash"),
    expires_at: instant("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.purpose] })],
);

export const passwordReset = sqliteTable(
  "password_reset",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at").notNull(),
    used_at: instant("used_at"),
    /** The company whose admin made the link; it works only while the person belongs to that company alone. */
    company_id: integer("company_id").references(() => company.id),
    /** "email" or "phone": using the link proves where it went. Null where it was shown to be copied. */
    sent_to: text("sent_to"),
  },
  (t) => [index("password_reset_user").on(t.user_id)],
);

/** A new email or phone that its person still has to prove: by the link in a mail, or by the code in a text. */
export const contactCheck = sqliteTable(
  "contact_check",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    kind: text("kind").notNull(),
    /** The email or phone that was asked about. */
    value: text("value").notNull(),
    token_hash: text("token_hash").notNull(),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at").notNull(),
    used_at: instant("used_at"),
    /** Wrong codes so far. */
    misses: integer("misses").notNull().default(0),
  },
  (t) => [
    index("contact_check_user").on(t.user_id),
    uniqueIndex("contact_check_token").on(t.token_hash),
    isOneOfCheck("contact_check_kind", t.kind, ["email", "phone"]),
  ],
);

/** What others did to a person's account, and what changed how they sign in; shown to the person. */
export const accountEvent = sqliteTable(
  "account_event",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    actor_user_id: integer("actor_user_id").references(() => user.id),
    company_id: integer("company_id").references(() => company.id),
    what: text("what").notNull(),
    reason: text("reason"),
    created_at: instant("created_at").notNull(),
  },
  (t) => [index("account_event_user").on(t.user_id, t.id)],
);

/** An invitation by link to join a company's crew; accepting it sets the person's password. */
export const invite = sqliteTable(
  "invite",
  {
    id: id(),
    token_hash: text("token_hash").notNull(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    crew_id: integer("crew_id")
      .notNull()
      .references(() => crew.id),
    /** The account that the link opens, if an admin has added the person as an employee already. */
    user_id: integer("user_id").references(() => user.id),
    first_name: text("first_name").notNull(),
    last_name: text("last_name").notNull(),
    email: text("email"),
    phone_number: text("phone_number"),
    creator_user_id: integer("creator_user_id")
      .notNull()
      .references(() => user.id),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at").notNull(),
    accepted_at: instant("accepted_at"),
    revoked_at: instant("revoked_at"),
    /** The link was only mailed, never shown, so following it proves access to that email. */
    is_mailed_only: flag("is_mailed_only"),
  },
  (t) => [uniqueIndex("invite_token").on(t.token_hash), index("invite_company").on(t.company_id)],
);

/** How far a person has come in setting up their company, and what they have typed so far (JSON). */
export const onboarding = sqliteTable("onboarding", {
  user_id: integer("user_id")
    .primaryKey()
    .references(() => user.id),
  stage: text("stage").notNull(),
  draft: text("draft").notNull(),
  company_id: integer("company_id").references(() => company.id),
  updated_at: instant("updated_at").notNull(),
});

/** Mail and text messages that leave, kept here and shown at /admin/outbox. */
export const outboxMessage = sqliteTable(
  "outbox_message",
  {
    id: id(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    /** Who caused it, for limits: "c12" for a company, "u5" for a person; null for the app itself. */
    sender: text("sender"),
    /** What it is about; the same news for the same recipient is not sent again within a pause. */
    topic: text("topic"),
    created_at: instant("created_at").notNull(),
    /** After this it is not worth sending: its link has expired. */
    expires_at: instant("expires_at"),
    /** Tries that it took, once it was sent or given up; until then its item counts them. */
    tries: integer("tries").notNull().default(0),
    /** Since when it waits for an item of the work queue; far off once it has one. */
    next_try_at: instant("next_try_at").notNull().default(""),
    sent_at: instant("sent_at"),
    /** When the last try failed; a super user can start over. */
    given_up_at: instant("given_up_at"),
    failure: text("failure"),
  },
  (t) => [
    index("outbox_due").on(t.next_try_at, t.id).where(sql`sent_at IS NULL AND given_up_at IS NULL`),
    index("outbox_recipient").on(t.recipient, t.created_at),
    index("outbox_sender").on(t.sender, t.created_at),
    isOneOfCheck("outbox_kind", t.kind, ["mail", "text"]),
  ],
);

/** How often something that can be guessed was tried in the current window. */
export const rateLimit = sqliteTable("rate_limit", {
  bucket: text("bucket").primaryKey(),
  window_started_at: integer("window_started_at").notNull(),
  hits: integer("hits").notNull(),
});

/**
 * Every received form that creates or changes something, kept before it is carried out.
 * `submission_id` is spent by one applied outcome only (decisions, section 5).
 */
export const submission = sqliteTable(
  "submission",
  {
    id: id(),
    actor: text("actor").notNull(),
    submission_id: text("submission_id").notNull(),
    user_id: integer("user_id").references(() => user.id),
    company_id: integer("company_id").references(() => company.id),
    route: text("route").notNull(),
    body_hash: text("body_hash").notNull(),
    body: text("body").notNull(),
    received_at: instant("received_at").notNull(),
    outcome: text("outcome"),
    result: text("result"),
  },
  (t) => [
    index("submission_key").on(t.actor, t.submission_id),
    /** For the sweep: what came to nothing goes after a while. */
    index("submission_not_applied").on(t.received_at).where(sql`outcome IS NOT 'applied'`),
    uniqueIndex("submission_spent").on(t.actor, t.submission_id).where(sql`outcome = 'applied'`),
    isOneOfCheck("submission_outcome", t.outcome, ["applied", "refused"]),
  ],
);
