/** Something that a specification words literally, and where the program says it. */
export type Literal = {
  /** The specification (1 or 2) and its section. */
  section: string;
  /** As specified, with placeholders in braces. */
  words: string;
  /** The start of the path of a file that must use it, for words that appear in many places. */
  at?: string;
  /** The strings that the program puts together to say it, where it is not one string. */
  parts?: readonly string[];
  /** What it waits for: a part of the product that is not built yet. */
  later?: string;
  /** Why nothing says it. */
  never?: string;
};

type Facts = Omit<Literal, "section" | "words">;
const said = (section: string, words: readonly string[], facts: Facts = {}): Literal[] =>
  words.map((word) => ({ section, words: word, ...facts }));

const REQUIRED = "… is required";
const required = (section: string, labels: readonly string[], at: string): Literal[] =>
  labels.map((label) => ({ section, words: `${label} is required`, parts: [label, REQUIRED], at }));

const CONSOLE = "docs/decisions/009: a message of a client that fetches by itself";
const TICKETS = "app/features/trip-tickets/";
const SETUP = "app/features/job-setup/";

/** Specification 1: jobs and trip tickets. */
const JOBS: Literal[] = [
  ...said("1.1", ["Contact Sales"], { at: "app/features/sales/" }),
  ...said("1.2", ["Dashboard"], { at: "app/features/home/pages.ts" }),
  ...said("1.2", ["Jobs"], { at: "app/features/jobs/pages.ts" }),
  ...said("1.2", ["Trip Tickets"], { at: "app/features/trip-tickets/pages.ts" }),
  ...said("1.2", ["Company"], { at: "app/features/companies/pages.ts" }),
  ...said("1.2", ["Profile"], { at: "app/features/people/pages.ts" }),
  ...said("1.2", ["What's new"], { at: "app/features/releases/pages.ts" }),
  ...said("1.2", ["Production"], { at: "app/features/production/pages.ts" }),
  ...said("1.2", ["Settlements"], { at: "app/features/settlements/pages.ts" }),
  ...said("1.2", ["Map"], { at: "app/features/maps/pages.ts" }),
  ...said("1.2", ["Invoices"], { at: "app/features/invoices/pages.ts" }),
  ...said("1.2", ["All fields are optional", "Apply Filters", "Dates", "Next period"], {
    at: `${TICKETS}filter-panel.tsx`,
  }),
  ...said(
    "1.2",
    [
      "Companies",
      "Jobs",
      "Products",
      "Destinations",
      "Status",
      "Settlement status",
      "Settlement services",
      "Users",
      "Priority",
    ],
    { at: `${TICKETS}filter-options.server.ts` },
  ),
  ...said("1.2", ["Trip tickets"], { at: `${TICKETS}filter-panel.tsx` }),
  ...said("1.2", ["This week", "Last week", "This month", "Last month", "This year", "Last year"], {
    at: "app/domain/time/date-range.ts",
  }),
  ...said("1.2", ["Trip Ticket #{number}"], { at: "app/features/selection/" }),
  ...said("1.2", ["Loading Ticket Details..."], { at: "app/behaviors/" }),
  ...said("1.2", ["Trip Ticket Details", "Job Details", "Certifications"], {
    at: `${TICKETS}sheet-blocks.ts`,
  }),
  ...said("1.2", ["No trip tickets found"], { at: "app/features/trip-tickets/list-notices.tsx" }),
  ...said(
    "1.2",
    [
      "Ticket",
      "Logger/Cutter",
      "Skidder/Forwarder",
      "Trucker",
      "Destination",
      "Job",
      "Details",
      "History",
      "View Job",
    ],
    { at: `${TICKETS}ticket-` },
  ),
  ...said("1.2", ["No jobs found"], { at: "app/features/jobs/pages/" }),
  ...said("1.2", ["No products have been added to this job yet."], { at: "app/features/jobs/pages/" }),
  ...said("1.2", ["Landing Info", "Edit Job Location", "Job Map"], { at: "app/features/" }),
  {
    section: "1.2",
    words: "Job Inventory",
    parts: ["Job Inventory: …"],
    at: "app/features/inventory/pages/",
  },
  ...said("1.2", ["Back", "Next", "Skip", "Contract", "Copy Sort Sheet", "Create New Destination"], {
    at: SETUP,
  }),
  ...said("1.2", ["Single Coordinate / Drop Pin", "Draw Shape", "Upload PDF", "Import Shapefile"]),
  ...said("1.2", ["You have a job setup in progress.", "Continue Job Setup", "Cancel"], { at: SETUP }),
  ...said(
    "1.4",
    [
      "Is Claimed",
      "Is In Transit",
      "Is Completed",
      "Is Cancelled",
      "Is Paused",
      "Is In Yard",
      "Is Available",
      "High",
      "Medium",
      "Low",
    ],
    { at: "app/domain/tickets/trip-ticket.ts" },
  ),
  ...said("1.4", ["Active", "Inactive"], { at: "app/features/jobs/" }),
  ...said("1.5", ["State is required", "County is required"], { at: SETUP }),
  ...said("1.5", ["Township is required", "Section is required", "Range is required"], { at: SETUP }),
  ...said("1.5", ["State is required", "County is required"], { at: "app/features/jobs/location" }),
  ...said("1.5", ["Township is required", "Section is required", "Range is required"], {
    at: "app/features/jobs/location",
  }),
  ...said("1.5", [
    "Please draw a shape with at least 3 points",
    "Please drop a pin on the map",
    "Please draw a shape on the map",
    "This destination has already been added to this job.",
    "File is required",
    "Photo is required",
    "Comment is required",
    "File size exceeds the limit. Please upload a file smaller than {N}MB.",
    "Trip ticket ID is required",
    "Invalid phone number",
  ]),
  ...said("1.5", [
    "This company has already been added to the job as a cutter, skidder/forwarder, hauler or land manager.",
    "You can not select a company on this page. If you need to create this job on behalf of {company}, please return to the job overview page and select the company from there.",
  ]),
  ...said("1.8", ["Failed to create job", "Error fetching trip tickets", "No table instance provided"], {
    never: CONSOLE,
  }),
  ...said("1.8", ["Sorry, an error occurred"], { at: "app/web/refusal.ts" }),
  ...said("1.8", [
    "Failed to get counties for the selected state.",
    "Failed to get township for the selected county.",
    "Sorry, an error occurred uploading the pdf.",
    "Sorry, something went wrong. Please try again.",
    "Sorry, an error occurred while saving changes",
    "Sorry, an error occurred updating inventory",
    "Error deleting inventory",
    "Inventory updated successfully",
    "Inventory deleted successfully",
    "An error occurred while saving the job location.",
    "Failed to delete product",
    "Error exporting trip tickets",
    "Image failed to load.",
    "Error loading maps.",
    "No inventory found for this destination",
    "No product matches your search",
    "Sorry, an error occurred while contacting our sales team.",
  ]),
  { section: "1.9", words: "<1", parts: ["<1 …"], at: "app/domain/measures/" },
  ...said(
    "1.9",
    [
      "Haul",
      "Company",
      "Private",
      "County",
      "Skid",
      "Stub",
      "Back-In Stub",
      "Blacktop",
      "Other",
      "MBF",
      "TON",
      "CORD",
      "FSC",
      "SFI",
    ],
    { at: "db/reference/" },
  ),
  ...said("1.9", [
    "VisibleTripTicketTableColumnsV2",
    "TripTicketTableColumnOrderV2",
    "CreateJob",
    "AcceptJob",
  ]),
  ...said("1.9", ["geolocation"], { at: "app/behaviors/" }),
  { section: "1.9", words: "trip_tickets", parts: ["trip_tickets.…"], at: "app/features/exports/" },
  ...said("1.9", ["Good morning", "Good afternoon", "Good evening"], { at: "app/domain/time/" }),
];

/** Specification 2: companies and people. */
const COMPANIES: Literal[] = [
  ...said("2.2", ["You are not currently associated with any companies in {product}"]),
  ...said("2.2", ["join-company", "choose-company-perspective", "create-company", "invite-team"], {
    at: "app/domain/people/onboarding.ts",
  }),
  ...said("2.2", ["Create Company"], { at: "app/features/companies/pages/" }),
  ...said("2.2", ["Edit Company"], { at: "app/features/companies/pages/edit" }),
  ...said("2.2", ["Add Employee"], { at: "app/features/people/pages/" }),
  {
    section: "2.2",
    words: "Edit Employee",
    parts: ["Edit Employee · Timbertally"],
    at: "app/features/people/pages/",
  },
  ...said("2.2", ["Is Admin", "Pending Join Company Request"], { at: "app/features/people/" }),
  ...said("2.2", ["Join Company Request"], { at: "app/features/people/pages/" }),
  ...said("2.2", [
    "View Locations",
    "Add Location",
    "No locations have been created",
    "Add Location Type",
    "No location types have been created",
    "Add Destination",
    "No company destinations found",
  ]),
  ...said("2.2", [
    "drop_pin",
    "deliver_to_mill",
    "search_mills",
    "choose_location_on_map",
    "choose_mill_location",
    "add_notes_and_products",
  ]),
  ...said("2.2", ["Basic", "Professional"], { at: "app/features/home/pages/frame.tsx" }),
  ...said("2.2", ["No invoices found"]),
  ...said("2.2", ["New Notification", "Send"], { at: "app/features/notifications/" }),
  ...said("2.4", ["Accept", "Decline"], { at: "app/features/jobs/pages/" }),
  ...said("2.4", ["Send Receipt"]),
  ...said("2.4", ["first time rate creation"], { at: "app/core/settling/trial.server.ts" }),
  ...said("2.5", [
    "You must create a location type first",
    "Location type is required",
    "Name is required",
    "Click on the map to set the location",
    "Click on the map to set the destination location",
    "Company Name is required",
    "Contact Phone Number is required",
    "EIN must follow the format 12-3456789",
    "At least one role must be selected",
    "Phone number must be at least 10 digits",
    "Phone number must be at most 13 digits",
  ]),
  ...required("2.5", ["Contact First Name", "Contact Last Name"], "app/features/"),
  ...required(
    "2.5",
    ["Land Owner Name", "Contact First Name", "Contact Last Name"],
    "app/features/companies/land-owners.server.ts",
  ),
  ...said("2.5", ["Add Certification"], { at: "app/features/certifications/" }),
  ...said("2.5", ["Title is required", "Message is required"], { at: "app/features/notifications/" }),
  ...said("2.8", [
    "Sorry, an error occurred creating this location",
    "Something went wrong while updating the location.",
    "Failed to create, update or delete location",
    "Failed to create or update location type",
    "Sorry, an error occured while creating the destination. Please try again.",
    "Failed to delete destination",
    "Failed to create company. Please try again.",
    "Sorry, an error occurred while creating the company. Please try again and if the issue persists, contact support.",
    "Sorry, an error occurred updating the company.",
    "Sorry, an error occurred while creating or updating or deleting the employee. Please try again.",
    "Something went wrong. Please try again.",
    "Failed to accept crew member request",
    "Failed to reject crew member request",
    "Sorry, there was an error accepting the request.",
    "Sorry, an error occurred while updating permissions. Please try again.",
    "Something went wrong",
    "Location created successfully",
    "Location updated successfully.",
    "Destination created successfully",
    "Destination deleted successfully",
    "Employee added successfully",
    "Employee updated successfully",
    "Employee deleted successfully",
    "Company updated successfully",
    "Permissions updated successfully",
  ]),
  ...said("2.8", ["Sorry, there was an error dismissing the notification"], {
    at: "app/features/notifications/",
  }),
  ...said("2.8", ["Failed to send invoice"]),
  ...said("2.8", ["Sorry, weather data not available"]),
  ...said(
    "2.8",
    [
      "Error getting current location",
      "All location methods failed. Please check your connection and try again.",
    ],
    { at: "app/domain/geo/whereabouts.ts" },
  ),
  ...[
    "Location permission denied.",
    "Location information unavailable.",
    "Location request timed out.",
  ].flatMap((why) =>
    said("2.8", [`${why} Falling back to IP-based location.`], {
      at: "app/domain/geo/whereabouts.ts",
      parts: [why, "Falling back to IP-based location."],
    }),
  ),
];

/** Every label, message and name that the specifications give literally. */
export const LITERALS: readonly Literal[] = [...JOBS, ...COMPANIES];
