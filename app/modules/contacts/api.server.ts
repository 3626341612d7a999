import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { addContact, deleteContact, inviteContact, saveContact } from "./data/contacts.server";
import { readContact, readContacts } from "./data/read-contacts.server";

export const about: ApiSection = "Companies and places";

/** API calls about contacts: companies that the acting company works with and that aren't on Timbertally. */
export const calls: ApiCalls = {
  "GET /api/contacts": {
    summary: "List the companies that you have added and whose people haven't joined",
    procedure: readContacts,
  },
  "POST /api/contacts": {
    summary: "Add a company that isn't on Timbertally; no one else can find it, and nothing is sent",
    procedure: addContact,
    status: 201,
  },
  "GET /api/contacts/{contact_id}": {
    summary: "Read a company that you have added",
    procedure: readContact,
  },
  "PUT /api/contacts/{contact_id}": {
    summary: "Change a company that you have added; send all of it, with version plus one",
    procedure: saveContact,
  },
  "DELETE /api/contacts/{contact_id}": {
    summary: "Take a company off your list; not while a job or a destination names it",
    procedure: deleteContact,
    query: ["version"],
  },
  "POST /api/contacts/{contact_id}/invitation": {
    summary: "Make the link by which its people join; sent where this site can, and answered once",
    procedure: inviteContact,
    status: 201,
  },
};
