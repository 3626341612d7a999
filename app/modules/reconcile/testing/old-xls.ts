import { gunzipSync } from "node:zlib";

const PACKED =
  "H4sIAAAAAAACA+1YT0gUYRT/fbO77p90XTcVNJBByMoEV8vwYqtR2UVRCYoIanSHWBx2l3G3skuWeQyETkUXwUsXq0t/qEPdOgRGHYIg0Dp2" +
  "Cgo6qNP73s4Ma3lwoSRjfsP3vvfe9+d9M+99f+Z7s1izNPewcRm/4DB8WLPCqCjRCUphR4iByi1Lsk4eomR52FYIh8iRFQE8q3odlD6U/l6G" +
  "ggf+l0SBT5TOIofBbEZXtxBHeAyakGPoISpwlzRRNPCo4kzHmO5kep9rPmfay5qbTHuo7pI4g8XkYGu3HcWnlWYui0L2+5jbfGBNB+rwSkbx" +
  "1VlRrBtAn5nWjH+zoMlfiXmQ3/r1jG5qxhJqyYHz+G6pwDdnpr5QPf3W6gVI/2O9PriB/pbiB6ZgnecAn6HFNeEvOrhvBbOoJFYmH3AyfZlc" +
  "P0ylR7W8HqFI7Wjv6G7vTHQeIt1A2jDiFAWmNmmkMxfUS9lsSp3UzBSFxpCZTRXG8lGgbyKnZ9RcwcjJcproJ7SCoZv11F7LpCfyuq6OpC/q" +
  "pir11A3VGNTzqjEaALoSXQcTEbn+83oRW7deVPE8qiSaQjXzNTybYrQjrNz7+nZgdCh5jjVTvEcUd5Ld8uVh4ZpsQY2jXKLA6bWV+f1Mr3Ov" +
  "u5hvZFpLc4DylqE6mzk+zXVucGkL2TnAeJfcU8LvJX7my/CTppnPyX3EL/QvX6ldeJ+cQzN9/BS1l8802kSbuHNb4mnSyYW96nxk2vDbChRS" +
  "YvbYLXu7rMYqIszWMC1KztcpSgpJflfykVThSn6SQq4UICli2xEb2BFsR9j1BdvxuZK0E3AlaSfoStJO2JWknR3yBKDE8Yjd0VtyBojAgwcP" +
  "Hjx48ODBw3aGsM/cPj5vgs+I8gQatO91Vimtedck/y1GkKUnTz+mx5Ch3MRkWfFTj4Bw+hKbbOPcF0qcIusmxjHK4xgvO37pn0yUvs+mG8b+" +
  "3BQq1/5aOeP8y/Z/AtaaEU0AFgAA";

/** Workbook of Excel 97 to 2003 (BIFF8) with one sheet: a heading row and a load. */
export const buildOldXls = (): Buffer => gunzipSync(Buffer.from(PACKED, "base64"));
