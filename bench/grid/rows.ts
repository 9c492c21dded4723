import { type EventColumn, eventColumns, isEditableField, yesNoFields } from '../../contract/entities/event.ts';
import { messages } from '../../contract/messages.ts';

export const ROWS = 10_000;
export const ROW_PX = 40;
export const HEIGHT_PX = 600;

/** An event as the table shows it; both grids receive the same rows. */
export type BenchRow = Record<EventColumn, string> & { id: string };
type Kind = 'text' | 'chips' | 'tag' | 'yesNo' | 'long';
export type BenchColumn = { key: EventColumn; header: string; width: number; kind: Kind; editable: boolean; tip: boolean };

const long: readonly string[] = ['program_notes', 'internal_notes'];
const kindOf = (key: EventColumn): Kind => {
  if (yesNoFields.some((field) => field === key)) return 'yesNo';
  if (long.includes(key)) return 'long';
  return key === 'devices' ? 'chips' : key === 'format' || key === 'activity_type' ? 'tag' : 'text';
};

export const benchColumns: readonly BenchColumn[] = eventColumns.map((key) => ({
  key,
  header: messages.events.columns[key],
  width: 140,
  kind: kindOf(key),
  editable: isEditableField(key),
  tip: long.includes(key) || key === 'shift' || key === 'host',
}));
export const yesNoOptions = ['', 'Yes', 'No', 'Unknown'] as const;

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;
const schools = ['Acme School', 'Riverside Library', 'Northgate Elementary', 'St. Mary’s Academy', 'Cedar Hill Community Centre'];
const people = ['Ada Byron', 'Grace Hopper', 'Alan Kay', 'Barbara Liskov', 'Edsger Dijkstra', 'Radia Perlman'];
const rowOf = (at: number): BenchRow => ({
  id: String(at + 1),
  date_time: `2026-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')} 4:00 PM AZ-MST`,
  customer: `${pick(schools, at)} ${at + 1}`,
  customer_type: pick(['School', 'Library', 'Camp'], at),
  state: pick(['AZ', 'CA', 'TX', 'NM', 'UT'], at),
  activity: pick(['Build a world', 'First games', 'Turtle art'], at),
  activity_type: pick(['Minecraft', 'Roblox', 'Python', 'Scratch', 'Web-Dev'], at),
  age: pick(['6–8', '9–12', '13–17'], at),
  devices: pick(['BYOD', 'BYOD|Customer Provided', 'ASG Tablets', 'Customer Provided|ASG Tablets'], at),
  format: pick(['Virtual', 'Hybrid', 'In person'], at),
  contact_name: pick(people, at),
  contact_email: `contact${at}@school${at % 500}.example`,
  contact_phone: `(480) 555-${String(at % 10_000).padStart(4, '0')}`,
  price: `$${(400 + (at % 40) * 25).toFixed(2)}`,
  program_notes: `Room ${at % 300}; ask for the projector at the front desk, and bring ${at % 12} cables`,
  host: pick(['Zoom 1', 'Zoom 2', 'Meet'], at),
  shift: `${pick(people, at + 2)}, 3:30–5:30 PM`,
  sling_shift_time: pick(['3:30 PM', '4:00 PM', ''], at),
  reviewed: pick(yesNoOptions, at),
  tech_setup_required: pick(yesNoOptions, at + 1),
  tech_setup_completed: pick(yesNoOptions, at + 2),
  pre_program_setup_email_sent: pick(yesNoOptions, at + 3),
  pre_program_reminder_email_sent: pick(yesNoOptions, at),
  invoiced: pick(['Sent', 'Received', 'Need To Send', 'Unknown'], at),
  invoice_id: `${10_000 + at}-A`,
  sales_person: pick(people, at + 1),
  sales_lead: pick(people, at + 3),
  internal_notes: at % 3 === 0 ? `Called on day ${at % 28}; they will confirm the number of children by e-mail` : '',
});
export const benchRows = (): BenchRow[] => Array.from({ length: ROWS }, (_, at) => rowOf(at));
