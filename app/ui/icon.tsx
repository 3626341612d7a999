import {
  Banknote,
  Bell,
  Building2,
  Camera,
  ChartColumn,
  ChevronLeft,
  ChevronRight,
  ClipboardList,
  House,
  Inbox,
  LogOut,
  type LucideIcon,
  Map as MapSheet,
  Menu,
  MessageSquare,
  Plus,
  Printer,
  ReceiptText,
  Scale,
  Search,
  Sparkles,
  Trees,
  Truck,
  User,
} from "lucide-react";

const ICONS = {
  bell: Bell,
  home: House,
  jobs: Trees,
  tickets: ClipboardList,
  production: ChartColumn,
  company: Building2,
  money: Banknote,
  invoices: ReceiptText,
  map: MapSheet,
  person: User,
  more: Menu,
  news: Sparkles,
  outbox: Inbox,
  signOut: LogOut,
  plus: Plus,
  print: Printer,
  search: Search,
  scale: Scale,
  truck: Truck,
  camera: Camera,
  comment: MessageSquare,
  previous: ChevronLeft,
  next: ChevronRight,
} satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof ICONS;

/** A line icon of 20 px. It's hidden from screen readers because it always has words next to it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const Drawing = ICONS[name];
  return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
}
