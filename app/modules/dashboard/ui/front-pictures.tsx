/** Picture of a driver's phone: one load, its destination, and the next button to press. */
export function PhonePicture() {
  return (
    <svg
      viewBox="0 0 240 180"
      role="img"
      aria-label="A phone with a load in transit and the button Dropped off"
    >
      <path className="ground" d="M0 150h240v30H0z" />
      <rect className="body" x="72" y="8" width="96" height="168" rx="12" />
      <rect className="screen" x="78" y="18" width="84" height="146" rx="5" />
      <rect className="bar" x="78" y="18" width="84" height="16" rx="5" />
      <text x="84" y="52" className="large">
        1042
      </text>
      <rect className="chip" x="84" y="58" width="46" height="13" rx="6" />
      <text x="89" y="67.5" className="tiny">
        In transit
      </text>
      <path className="line" d="M90 84v30" />
      <circle className="dot" cx="90" cy="82" r="4" />
      <circle className="goal" cx="90" cy="116" r="4" />
      <text x="100" y="85">
        Deward
      </text>
      <text x="100" y="101" className="soft">
        27 miles
      </text>
      <text x="100" y="119">
        AuSable
      </text>
      <rect className="press" x="84" y="134" width="72" height="22" rx="4" />
      <text x="120" y="148.5" className="on" textAnchor="middle">
        Dropped off
      </text>
    </svg>
  );
}

/** Picture of a map: sections, the harvest area, a haul road and the landing. */
export function LandPicture() {
  return (
    <svg
      viewBox="0 0 240 180"
      role="img"
      aria-label="A map with sections, the harvest area, a road and the landing"
    >
      <rect className="screen" width="240" height="180" />
      <path className="grid" d="M60 0v180M130 0v180M200 0v180M0 40h240M0 110h240" />
      <text x="64" y="14" className="soft">
        16
      </text>
      <text x="134" y="14" className="soft">
        15
      </text>
      <text x="64" y="174" className="soft">
        21
      </text>
      <text x="134" y="174" className="soft">
        22
      </text>
      <path className="area" d="M78 54l58-8 34 30 4 42-44 18-46-12-14-38z" />
      <path className="road" d="M-4 164C40 150 70 152 96 128S130 92 132 92" />
      <path
        className="tree"
        d="M150 78l7 16h-4l6 12h-18l6-12h-4zM104 66l6 14h-4l6 11h-17l6-11h-4zM108 98l6 13h-4l5 10h-15l6-10h-4z"
      />
      <path className="pin" d="M132 94c-9-13-11-17-11-21a11 11 0 0 1 22 0c0 4-2 8-11 21z" />
      <circle className="screen" cx="132" cy="73" r="4" />
    </svg>
  );
}

/** Picture of a list from the scale house: gross, tare and net of incoming loads. */
export function ScalePicture() {
  return (
    <svg viewBox="0 0 240 180" role="img" aria-label="A list of scaled loads with gross, tare and net">
      <rect className="screen" x="10" y="12" width="220" height="156" rx="6" />
      <path className="bar" d="M16 12h208a6 6 0 0 1 6 6v18H10V18a6 6 0 0 1 6-6z" />
      <g className="on">
        <text x="20" y="28">
          Load
        </text>
        <text x="108" y="28" textAnchor="end">
          Gross
        </text>
        <text x="160" y="28" textAnchor="end">
          Tare
        </text>
        <text x="220" y="28" textAnchor="end">
          Net
        </text>
      </g>
      {ROWS.map(([load, gross, tare, net], i) => (
        <g key={load} transform={`translate(0 ${i * 26})`}>
          <text x="20" y="53">
            {load}
          </text>
          <text x="108" y="53" textAnchor="end">
            {gross}
          </text>
          <text x="160" y="53" textAnchor="end">
            {tare}
          </text>
          <text x="220" y="53" textAnchor="end" className="strong">
            {net}
          </text>
          <path className="grid" d="M20 62h200" />
        </g>
      ))}
    </svg>
  );
}

const ROWS = [
  ["1042", "80,120", "30,940", "49,180"],
  ["1040", "78,400", "31,200", "47,200"],
  ["1039", "81,560", "30,660", "50,900"],
  ["1036", "79,980", "31,020", "48,960"],
  ["1035", "80,300", "30,880", "49,420"],
] as const;
