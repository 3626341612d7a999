import type { LucideIcon } from "lucide-react";
import Banknote from "lucide-react/icons/banknote";
import Bell from "lucide-react/icons/bell";
import Building2 from "lucide-react/icons/building-2";
import Camera from "lucide-react/icons/camera";
import ChartColumn from "lucide-react/icons/chart-column";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import ClipboardList from "lucide-react/icons/clipboard-list";
import House from "lucide-react/icons/house";
import Inbox from "lucide-react/icons/inbox";
import LogOut from "lucide-react/icons/log-out";
import MapSheet from "lucide-react/icons/map";
import Menu from "lucide-react/icons/menu";
import MessageSquare from "lucide-react/icons/message-square";
import Plus from "lucide-react/icons/plus";
import Printer from "lucide-react/icons/printer";
import ReceiptText from "lucide-react/icons/receipt-text";
import Scale from "lucide-react/icons/scale";
import Search from "lucide-react/icons/search";
import Sparkles from "lucide-react/icons/sparkles";
import Trees from "lucide-react/icons/trees";
import Truck from "lucide-react/icons/truck";
import User from "lucide-react/icons/user";

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
