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
    /** Time when the user followed a link mailed to this email; null if it isn't verified. */
    email_verified_at: instant("email_verified_at"),
    phone_number: text("phone_number"),
    /** Time when the person typed a code texted to this phone. */
    phone_verified_at: instant("phone_verified_at"),
    password_hash: text("password_hash"),
    avatar_url: text("avatar_url"),
    default_company_id: integer("default_company_id").references(() => company.id),
    time_zone: text("time_zone"),
    /** Unit in which volumes are shown; null shows each volume in its own unit. */
    wood_unit_type_id: integer("wood_unit_type_id").references(() => woodUnitType.id),
    is_super_user: flag("is_super_user"),
    /** The company whose admin added this person as an employee; null for people who signed up themselves. */
    creator_company_id: integer("creator_company_id").references(() => company.id),
    /** Time since which the site's operators have blocked sign-in for this user. */
    disabled_at: instant("disabled_at"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [uniqueIndex("user_email").on(t.email), uniqueIndex("user_phone_number").on(t.phone_number)],
);

/** A session. The cookie contains a random token; this row contains only its SHA-256. */
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
    /** Time when the user passed the second factor in this session; null if the account has none. */
    second_factor_at: instant("second_factor_at"),
  },
  (t) => [index("session_user").on(t.user_id)],
);

/** An account's authenticator app, which creates a code every thirty seconds. */
export const secondFactor = sqliteTable("second_factor", {
  user_id: integer("user_id")
    .primaryKey()
    .references(() => user.id),
  /** Encrypted (`web/encrypt.server.ts`): a copy of the database can't create codes. */
  secret: text("secret").notNull(),
  /** Thirty-second interval of the last accepted code: no code is accepted twice. */
  last_step: integer("last_step").notNull(),
  created_at: instant("created_at").notNull(),
});

/** Single-use codes that replace a lost authenticator app; only their SHA-256 is stored. */
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

/** A passkey of an account: the device has the private key; this row has the public key, which verifies signatures. */
export const passkey = sqliteTable(
  "passkey",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    /** Name that the person gave the passkey. */
    name: text("name").notNull(),
    credential_id: text("credential_id").notNull(),
    /** COSE, as base64url. */
    public_key: text("public_key").notNull(),
    /** Usage count as reported by the passkey; a count that decreases reveals a copy. Zero if the passkey doesn't count. */
    counter: integer("counter").notNull(),
    /** Transports through which browsers reach the passkey, as JSON. */
    transports: text("transports").notNull(),
    /**
     * Two flags: `can_back_up`, the passkey may be synced to the user's other devices; `is_backed_up`, it has been
     * synced.
     */
    can_back_up: flag("can_back_up"),
    is_backed_up: flag("is_backed_up"),
    created_at: instant("created_at").notNull(),
    last_used_at: instant("last_used_at"),
  },
  (t) => [uniqueIndex("passkey_credential").on(t.credential_id), index("passkey_user").on(t.user_id)],
);

/** Challenges for a passkey to sign: the newest for each purpose, valid for a few minutes, used once. */
export const passkeyChallenge = sqliteTable(
  "passkey_challenge",
  {
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    purpose: text("purpose", { enum: ["add", "sign-in"] }).notNull(),
    challenge: text("challenge").notNull(),
    /** The session in which a new passkey was requested. */
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
    /** The company whose admin created the link. The link works only while the user belongs to that company alone. */
    company_id: integer("company_id").references(() => company.id),
    /**
     * "email" or "phone": using the link proves that the user can read messages sent there. Null if the link was
     * displayed for copying.
     */
    sent_to: text("sent_to"),
  },
  (t) => [index("password_reset_user").on(t.user_id)],
);

/** A new email or phone that its user still has to verify: by the link in an email, or by the code in a text. */
export const contactVerification = sqliteTable(
  "contact_verification",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    kind: text("kind").notNull(),
    /** The email or phone to verify. */
    value: text("value").notNull(),
    token_hash: text("token_hash").notNull(),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at").notNull(),
    used_at: instant("used_at"),
    /** Number of wrong codes entered so far. */
    failed_attempts: integer("failed_attempts").notNull().default(0),
  },
  (t) => [
    index("contact_verification_user").on(t.user_id),
    uniqueIndex("contact_verification_token").on(t.token_hash),
    isOneOfCheck("contact_verification_kind", t.kind, ["email", "phone"]),
  ],
);

/** Changes that other people made to a user's account, and changes to how the user signs in; shown to the user. */
export const accountEvent = sqliteTable(
  "account_event",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    actor_user_id: integer("actor_user_id").references(() => user.id),
    company_id: integer("company_id").references(() => company.id),
    event: text("event").notNull(),
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
    /** True if the link was only mailed and never shown, so that following it verifies the email. */
    is_mailed_only: flag("is_mailed_only"),
  },
  (t) => [uniqueIndex("invite_token").on(t.token_hash), index("invite_company").on(t.company_id)],
);

/** A user's progress in setting up a company, and the values typed so far (JSON). */
export const onboarding = sqliteTable("onboarding", {
  user_id: integer("user_id")
    .primaryKey()
    .references(() => user.id),
  stage: text("stage").notNull(),
  draft: text("draft").notNull(),
  company_id: integer("company_id").references(() => company.id),
  updated_at: instant("updated_at").notNull(),
});

/** Outgoing mail and text messages, stored here and shown at /admin/outbox. */
export const outboxMessage = sqliteTable(
  "outbox_message",
  {
    id: id(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    /**
     * Company or user that caused the message, for limits: "c12" for a company, "u5" for a user; null for the app
     * itself.
     */
    sender: text("sender"),
    /**
     * Key of the message's subject. A message with the same key is not sent again to the same recipient within an
     * interval.
     */
    topic: text("topic"),
    created_at: instant("created_at").notNull(),
    /** Time when the message's link expires, after which the message is not sent. */
    expires_at: instant("expires_at"),
    /** Number of tries, set once the message was sent or given up. Until then the background job counts the tries. */
    attempts: integer("attempts").notNull().default(0),
    /**
     * Time since which the message has been waiting for its background job to be created; far in the future once the
     * job exists.
     */
    next_attempt_at: instant("next_attempt_at").notNull().default(""),
    sent_at: instant("sent_at"),
    /** Time when the last try failed; a super user can restart sending. */
    failed_at: instant("failed_at"),
    failure: text("failure"),
  },
  (t) => [
    index("outbox_due").on(t.next_attempt_at, t.id).where(sql`sent_at IS NULL AND failed_at IS NULL`),
    index("outbox_recipient").on(t.recipient, t.created_at),
    index("outbox_sender").on(t.sender, t.created_at),
    isOneOfCheck("outbox_kind", t.kind, ["mail", "text"]),
  ],
);
