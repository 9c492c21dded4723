import { startHubspot } from './hubspot/hubspot.ts';
import { type Cell, startSheets } from './sheets/sheets.ts';
import { startSling } from './sling/sling.ts';

type StandIn = Readonly<{ env: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> }>;
const DAY_MS = 86_400_000;
const YEAR = new Date().getUTCFullYear();
const days = { start_date: `${YEAR}-01-01`, end_date: `${YEAR + 1}-12-31` };
const dayFromNow = (by: number): string => new Date(Date.now() + by * DAY_MS).toISOString().slice(0, 10);
const serialOf = (day: string): number => Date.parse(day) / DAY_MS + 25_569;
const places = ['Mesa', 'Tempe', 'Tucson', 'Yuma', 'Flagstaff', 'Chandler'];

/** A schedule of thirty programs around today, and an empty ledger. */
export const demoSheets = async (): Promise<StandIn> => {
  const google = await startSheets();
  const header: Cell[] = ['Event ID', 'Customer', 'Program', 'Activity Type', 'Date', 'Start Time', 'End Time', 'Time Zone', 'Reviewed'];
  const rows = Array.from({ length: 30 }, (_, index): Cell[] => {
    const day = dayFromNow(index - 5);
    return [
      `DEMO-${index + 1}`,
      `${places[index % places.length]} Demo Library`,
      'Minecraft Builders',
      'Minecraft',
      { raw: serialOf(day), shown: day },
      { raw: 0.625, shown: '3:00 PM' },
      { raw: 0.666_666_7, shown: '4:00 PM' },
      'AZ',
      'No',
    ];
  });
  const id = '1QuotaboardDemoSheetStandIn0000001';
  const tabs = [{ title: 'Schedule', sheetId: 1, rows: [header, ...rows] }];
  google.books.set(id, { id, timeZone: 'America/Phoenix', locale: 'en_US', sharedWith: new Set([google.clientEmail]), tabs });
  return {
    env: { SHEETS_API_URL: google.url, SHEETS_TOKEN_URL: google.url },
    values: {
      name: 'Demo schedule',
      service_account_credentials: google.credentials,
      spreadsheet_id: id,
      sheet_name: 'Schedule',
      type: 'schedule',
      ...days,
    },
  };
};

/** Shifts for most of these programs; one place has two on the same day, so a person must decide about one of them. */
export const demoSling = async (): Promise<StandIn> => {
  const sling = await startSling();
  sling.users.push(
    { id: 11, name: 'Zoe', lastname: 'Lin', email: 'zoe@demo.test' },
    { id: 12, name: 'Omar', lastname: 'Reyes', email: 'omar@demo.test' },
  );
  places.forEach((name, index) => {
    sling.groups.push({ id: 20 + index, type: 'location', name });
  });
  for (let index = 0; index < 24; index += 1) {
    const day = dayFromNow(index - 5);
    const known = { dtstart: `${day}T15:00:00-07:00`, dtend: `${day}T16:00:00-07:00`, location: { id: 20 + (index % places.length) } };
    sling.shifts.push({ id: 500 + index, user: { id: 11 + (index % 2) }, ...known });
    if (index === 7) sling.shifts.push({ id: `900:${day}`, user: { id: 12 }, ...known });
  }
  return { env: { SLING_API_URL: sling.url }, values: { name: 'Demo shifts', email: sling.email, password: sling.password, ...days } };
};

/** A pipeline of five stages and forty deals of the demo's sellers. */
export const demoHubspot = async (): Promise<StandIn> => {
  const crm = await startHubspot();
  crm.owners.push({ id: '1', email: 'sales@demo.test', firstName: 'Demo', lastName: 'Seller' });
  crm.owners.push({ id: '2', email: 'manager@demo.test', firstName: 'Demo', lastName: 'Manager' });
  const stage = (id: string, displayOrder: number, label: string, probability: string, isClosed = 'false') => ({
    id,
    label,
    displayOrder,
    metadata: { probability, isClosed },
  });
  const stages = [
    stage('s1', 1, 'Appointment scheduled', '0.2'),
    stage('s2', 2, 'Qualified to buy', '0.4'),
    stage('s3', 3, 'Contract sent', '0.9'),
    stage('won', 4, 'Closed won', '1.0', 'true'),
    stage('lost', 5, 'Closed lost', '0.0', 'true'),
  ];
  crm.pipelines.push({ id: 'p', label: 'Sales pipeline', displayOrder: 0, stages });
  places.forEach((name, index) => void crm.companies.set(String(900 + index), `${name} Demo Library`));
  for (let index = 0; index < 40; index += 1) {
    const id = String(7000 + index);
    const properties = {
      dealname: `${places[index % places.length]} coding series ${index + 1}`,
      amount: index % 9 === 4 ? null : String(900 + index * 150),
      closedate: `${dayFromNow(index - 10)}T12:00:00Z`,
      dealstage: stages[index % stages.length]?.id ?? 's1',
      pipeline: 'p',
      hubspot_owner_id: String(1 + (index % 2)),
    };
    crm.deals.set(id, { id, updatedAt: Date.now() - index * DAY_MS, properties, companies: [String(900 + (index % places.length))] });
  }
  return { env: { HUBSPOT_API_URL: crm.url }, values: { name: 'Demo CRM', service_key: crm.serviceKey } };
};
