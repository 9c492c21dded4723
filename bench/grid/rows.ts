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

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;
const schools = ['Acme School', 'Riverside Library', 'Northgate Elementary', 'St. Mary’s Academy', 'Cedar Hill Community Centre'];
const people = ['Ada Byron', 'Grace Hopper', 'Alan Kay', 'Barbara Liskov', 'Edsger Dijkstra', 'Radia Perlman'];
const rowOf = (index: number): BenchRow => ({
  id: String(index + 1),
  date_time: `2026-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')} 4:00 PM AZ-MST`,
  customer: `${pick(schools, index)} ${index + 1}`,
  customer_type: pick(['School', 'Library', 'Camp'], index),
  state: pick(['AZ', 'CA', 'TX', 'NM', 'UT'], index),
  activity: pick(['Build a world', 'First games', 'Turtle art'], index),
  activity_type: pick(['Minecraft', 'Roblox', 'Python', 'Scratch', 'Web-Dev'], index),
  age: pick(['6–8', '9–12', '13–17'], index),
  devices: pick(['BYOD', 'BYOD|Customer Provided', 'ASG Tablets', 'Customer Provided|ASG Tablets'], index),
  format: pick(['Virtual', 'Hybrid', 'In person'], index),
  contact_name: pick(people, index),
  contact_email: `contact${index}@school${index % 500}.example`,
  contact_phone: `(480) 555-${String(index % 10_000).padStart(4, '0')}`,
  price: `$${(400 + (index % 40) * 25).toFixed(2)}`,
  program_notes: `Room ${index % 300}; ask for the projector at the front desk, and bring ${index % 12} cables`,
  host: pick(['Zoom 1', 'Zoom 2', 'Meet'], index),
  shift: `${pick(people, index + 2)}, 3:30–5:30 PM`,
  sling_shift_time: pick(['3:30 PM', '4:00 PM', ''], index),
  reviewed: pick(yesNoOptions, index),
  tech_setup_required: pick(yesNoOptions, index + 1),
  tech_setup_completed: pick(yesNoOptions, index + 2),
  pre_program_setup_email_sent: pick(yesNoOptions, index + 3),
  pre_program_reminder_email_sent: pick(yesNoOptions, index),
  invoiced: pick(['Sent', 'Received', 'Need To Send', 'Unknown'], index),
  invoice_id: `${10_000 + index}-A`,
  sales_person: pick(people, index + 1),
  sales_lead: pick(people, index + 3),
  internal_notes: index % 3 === 0 ? `Called on day ${index % 28}; they will confirm the number of children by e-mail` : '',
});
export const benchRows = (): BenchRow[] => Array.from({ length: ROWS }, (_, index) => rowOf(index));
