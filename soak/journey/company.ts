// The company of the journey: its people, sales and customers' payments, as the files that finance would have. Amounts are multiples of two
// dollars, so that every rate of its plans yields whole cents.

/** A day as YYYY-MM-DD, a month as YYYY-MM. */
type Day = string;
export type Month = string;

export const zone = 'America/Phoenix';
export const DOMAIN = 'acme.example';
export const boss = { first: 'Ada', last: 'Boss', email: `ada.boss@${DOMAIN}`, password: 'four clouds over a lake' } as const;

export type Kind = 'executive' | 'development' | 'new' | 'manager' | 'vp' | 'finance' | 'events';
export type Person = Readonly<{
  first: string;
  last: string;
  email: string;
  kind: Kind;
  manager: string | null;
  hired: Day;
  number: string;
}>;
export type Sale = Readonly<{
  number: string;
  customer: string;
  seller: Person;
  day: Day;
  dollars: number;
  paidOn: Day | null;
  partly: boolean;
}>;

const titles: Readonly<Record<Kind, string>> = {
  executive: 'Salesperson',
  development: 'Salesperson',
  new: 'Salesperson',
  manager: 'Sales Manager',
  vp: 'VP Sales',
  finance: 'Finance',
  events: 'Events Manager',
};

const pad = (value: number): string => String(value).padStart(2, '0');
const dayIn = (month: Month, day: number): Day => `${month}-${pad(day)}`;
export const monthPlus = (month: Month, count: number): Month => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + count;
  return `${Math.floor(months / 12)}-${pad((months % 12) + 1)}`;
};
export const lastDayOf = (month: Month): Day => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return dayIn(month, new Date(Date.UTC(year, number, 0)).getUTCDate());
};
export const quarterOf = (month: Month): Month => {
  const [year = '', number = ''] = month.split('-');
  return `${year}-${pad(Math.floor((Number(number) - 1) / 3) * 3 + 1)}`;
};

/**
 * `first`: first month of the books; `closing`: the last month that has ended, which is closed and paid; `before`: the months between
 * them.
 */
export type Months = Readonly<{ first: Month; before: readonly Month[]; closing: Month }>;
export const monthsAt = (now: Date): Months => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now);
  const closing = monthPlus(today.slice(0, 7), -1);
  const first = quarterOf(monthPlus(closing, -1));
  const before: Month[] = [];
  for (let month = first; month < closing; month = monthPlus(month, 1)) before.push(month);
  return { first, before, closing };
};

const LONG_AGO = '2023-02-01';
const names: Readonly<Record<Exclude<Kind, 'new'>, readonly string[]>> = {
  finance: ['Fiona Fields', 'Carl Controller'],
  vp: ['Vera Preston'],
  manager: ['Max Maddox', 'Mia Moreno', 'Milo Meyer'],
  executive: [
    'Ana Alvarez',
    'Ben Brooks',
    'Chloé Chan',
    "Dan D'Souza",
    'Eva Egan',
    'Finn Foley',
    'Gia Gomez',
    'Hal Hughes',
    'Ida Ito',
    'Kay Kühn',
  ],
  development: ['Sam Sdr', 'Sue Stone', 'Sid Shaw', 'Sol Silva', 'Sky Swan'],
  events: ['Otto Ops'],
};
const addressOf = (name: string): string =>
  `${name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@${DOMAIN}`;

export const peopleOf = ({ closing }: Months): readonly Person[] => {
  const managers = names.manager.map(addressOf);
  const managerOf = (kind: Kind, index: number): string | null => {
    if (kind === 'manager') return addressOf(names.vp[0] ?? '');
    return kind === 'vp' || kind === 'finance' || kind === 'events' ? null : (managers[index % managers.length] ?? null);
  };
  const all = [
    ...Object.entries(names).flatMap(([kind, group]) => group.map((name, index) => ({ name, kind: kind as Kind, index, hired: LONG_AGO }))),
    { name: 'Nina Newman', kind: 'new' as const, index: 1, hired: dayIn(monthPlus(closing, -1), 1) },
  ];
  return all.map(({ name, kind, index, hired }, place) => {
    const [first = '', ...last] = name.split(' ');
    return {
      first,
      last: last.join(' '),
      email: addressOf(name),
      kind,
      manager: managerOf(kind, index),
      hired,
      number: `E-${101 + place}`,
    };
  });
};

/** `isLast`: the month that is paid, in which some of the development team reach their bonus level. */
const dollarsOf = (kind: Kind, seller: number, month: number, sale: number, isLast: boolean): number => {
  if (kind === 'executive') return 2 * (9000 + seller * 2113 + ((month * 1709 + sale * 977) % 5003));
  if (kind === 'new') return 2 * (8200 + month * 411);
  return 2 * (5000 + seller * 250 + ((month * 611) % 999) + (isLast ? (seller % 5) * 700 : 0));
};

/** When the customer pays: in the month of the sale, in the next month, only in part, or not yet. */
const paidIn = (index: number, month: Month, { closing }: Months): Pick<Sale, 'paidOn' | 'partly'> => {
  const fate = index % 7;
  if (fate === 3) return { paidOn: null, partly: index % 2 === 0 };
  const paid = fate === 5 ? monthPlus(month, 1) : month;
  return paid > closing ? { paidOn: null, partly: false } : { paidOn: dayIn(paid, 26), partly: false };
};

/** Two sales a month per executive, and one per other seller; no seller has two on one day. */
export const salesOf = (months: Months, people: readonly Person[]): readonly Sale[] => {
  const sellers = people.filter(({ kind }) => kind === 'executive' || kind === 'development' || kind === 'new');
  const sales: Sale[] = [];
  for (const [place, month] of [...months.before, months.closing].entries())
    for (const [index, seller] of sellers.entries()) {
      if (dayIn(month, 1) < seller.hired) continue;
      for (let sale = 0; sale < (seller.kind === 'executive' ? 2 : 1); sale += 1) {
        const count = sales.length + 1;
        sales.push({
          number: `INV-${1000 + count}`,
          customer: `Customer ${pad(1 + (count % 37))}`,
          seller,
          day: dayIn(month, 3 + sale * 11 + (index % 8)),
          dollars: dollarsOf(seller.kind, index, place, sale, month === months.closing),
          ...paidIn(count, month, months),
        });
      }
    }
  return sales;
};

/** A part of a sale that was refunded to the customer on the last day of the closing month. */
export type Memo = Readonly<{ sale: Sale; dollars: number; day: Day }>;
const MEMO_DOLLARS = 10_000;

/** Credits a part of a paid sale of the executive who sold most in the closing month. */
export const memoOf = ({ closing }: Months, sales: readonly Sale[]): Memo => {
  const ofMonth = sales.filter(({ seller, day }) => seller.kind === 'executive' && day.startsWith(closing));
  const soldBy = (person: Person): number => ofMonth.reduce((sum, { seller, dollars }) => sum + (seller === person ? dollars : 0), 0);
  const [sale] = ofMonth.filter(({ paidOn }) => paidOn !== null).toSorted((a, b) => soldBy(b.seller) - soldBy(a.seller));
  if (!sale) throw new Error('no executive has a paid sale in the closing month');
  return { sale, dollars: MEMO_DOLLARS, day: lastDayOf(closing) };
};

const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  `${rows.map((row) => row.map((cell) => (/[",]/.test(String(cell)) ? `"${cell}"` : cell)).join(',')).join('\r\n')}\r\n`;
const american = (day: Day): string => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');
const nameOf = ({ first, last }: Person): string => `${first} ${last}`;

export const peopleFile = (people: readonly Person[]): string =>
  csv([
    ['Employee ID', 'Name', 'Work Email', 'Job Title', 'Manager', 'Hire Date'],
    ...people.map((one) => [one.number, `${one.last}, ${one.first}`, one.email, titles[one.kind], one.manager ?? '', american(one.hired)]),
  ]);

export const invoicesFile = (sales: readonly Sale[]): string =>
  csv([
    ['Invoice No', 'Customer', 'Invoice Date', 'Total', 'Sales Rep'],
    ...sales.map((sale) => [sale.number, sale.customer, american(sale.day), sale.dollars.toFixed(2), nameOf(sale.seller)]),
  ]);

export const paymentsFile = (sales: readonly Sale[]): string =>
  csv([
    ['Payment No', 'Date', 'Customer', 'Invoice No', 'Amount'],
    ...sales.flatMap(({ number, customer, day, dollars, paidOn, partly }) => {
      if (paidOn !== null) return [[`PAY-${number}`, american(paidOn), customer, number, dollars.toFixed(2)]];
      return partly ? [[`PAY-${number}`, american(lastDayOf(day.slice(0, 7))), customer, number, (dollars / 2).toFixed(2)]] : [];
    }),
  ]);

export type PaidBefore = Readonly<{ person: Person; sale: Sale | null; cents: number; day: Day; drawCents: number }>;
export const paidBeforeFile = (rows: readonly PaidBefore[]): string => {
  const money = (cents: number): string => (cents === 0 ? '' : (cents / 100).toFixed(2));
  return csv([
    ['Person', 'Invoice', 'Amount paid', 'Paid on', 'Draw balance'],
    ...rows.map(({ person, sale, cents, day, drawCents }) => [
      nameOf(person),
      sale?.number ?? '',
      money(cents),
      american(day),
      money(drawCents),
    ]),
  ]);
};
