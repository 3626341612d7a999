/**
 * State requirements for a load ticket: facts from public statutes and rules, each with its source; not legal advice.
 * By state (FIPS): the fact's key and its name in that state. Rows that a deployment has edited are not overwritten.
 */
type StateRules = { state: number; source: string; facts: [key: string, label: string][] };

export const STATE_TICKET_RULES: readonly StateRules[] = [
  {
    state: 1,
    source: "Alabama Forestry Commission, rule 390-X-11-.01",
    facts: [
      ["loader_machine", "Make and model of the loader"],
      ["load_number", "Consecutive load number"],
      ["county", "County"],
      ["land", "Section, township, range"],
      ["scale_ticket", "Scale ticket number, written back"],
    ],
  },
  {
    state: 16,
    source: "Idaho Code 18-4628",
    facts: [
      ["contract", "Name of the sale, contract or permit number"],
      ["timber_owner", "Purchaser"],
      ["loaded", "Date removed"],
      ["driver", "Driver"],
      ["quantity", "Number or volume"],
      ["species", "Species"],
    ],
  },
  {
    state: 22,
    source: "Louisiana Administrative Code 7:XXXIX.1501 and .1503",
    facts: [
      ["loader_machine", "Make and model of the loader"],
      ["load_number", "Sequential load number of the site"],
      ["county", "Parish and state"],
      ["land_owner", "Land owner"],
      ["loaded", "Date and time loaded"],
      ["product", "Product"],
      ["destination", "First destination"],
      ["loader_name", "Loader's name as on the license"],
      ["driver_license_name", "Driver's name as on the license"],
      ["scale_ticket", "Scale ticket number"],
      ["scale_time", "Date and time at the scale"],
      ["quantity", "Quantity"],
      ["timber_owner", "Timber owner"],
    ],
  },
  {
    state: 23,
    source: "Maine Revised Statutes, title 10, section 2364-B",
    facts: [
      ["land", "Origin"],
      ["destination", "Destination"],
      ["hauler", "Hauler: owner of the truck or trailer"],
      ["harvest_notification", "Harvest notification number"],
    ],
  },
  {
    state: 28,
    source: "Mississippi Code 75-79-7",
    facts: [
      ["hauler", "Cutter or hauler"],
      ["land_owner", "Land owner or timber owner"],
      ["county", "County"],
      ["weights", "Cords, or gross, tare and net"],
    ],
  },
  {
    state: 37,
    source: "North Carolina General Statutes 14-135.1",
    facts: [
      ["land_owner", "Seller"],
      ["county", "County"],
      ["quantity", "Amount"],
      ["delivered", "Date delivered"],
    ],
  },
  {
    state: 40,
    source: "Oklahoma Statutes 2-16-65",
    facts: [
      ["land_owner", "Seller"],
      ["timber_owner", "Purchaser"],
      ["land", "Legal description"],
      ["product", "Timber"],
      ["delivered", "Date"],
      ["driver", "Who delivers, printed and signed"],
    ],
  },
  {
    state: 45,
    source: "South Carolina Code 48-23-97",
    facts: [
      ["ticket_number", "Ticket number"],
      ["mill", "Name of the facility"],
      ["mill_address", "Its address"],
      ["delivered", "Date received"],
      ["land_owner", "Tract or land owner"],
      ["county", "County and state"],
      ["timber_owner", "Dealer"],
      ["logger", "Producer or logger"],
      ["species", "Species"],
      ["product", "Product"],
      ["weights", "Gross, tare and net weight, or total volume"],
      ["deduction", "Amount deducted and why"],
    ],
  },
  {
    state: 48,
    source: "Texas Natural Resources Code 151.0035",
    facts: [
      ["product", "Product"],
      ["mill", "Name of the mill"],
      ["mill_address", "Its place"],
      ["scale_ticket", "Site or scale ticket number"],
      ["net", "Net weight"],
      ["hauler", "Who delivers"],
    ],
  },
  {
    state: 49,
    source: "Utah Code 78B-8-602",
    facts: [
      ["land", "Legal description"],
      ["quantity", "Volume"],
      ["species", "Species"],
      ["destination", "Delivery or scaling point"],
      ["timber_owner", "Purchaser"],
      ["land_owner", "Land owner"],
    ],
  },
  {
    state: 51,
    source: "Code of Virginia 55.1-2840",
    facts: [
      ["mill", "Facility"],
      ["delivered", "Date"],
      ["logger", "Logger"],
      ["species", "Type of wood"],
      ["product", "Product"],
      ["weights", "Scale, or gross, tare and net"],
      ["deduction", "Deductions"],
    ],
  },
  {
    state: 53,
    source: "Revised Code of Washington 76.48.041 (specialized forest products)",
    facts: [
      ["loaded", "Date"],
      ["quantity", "Amount and type"],
      ["destination", "Who receives it"],
      ["land", "Where it comes from"],
      ["driver", "Driver"],
      ["plate", "License plate"],
    ],
  },
];
