// From deal to payout on one line: its steps, and what is missing between them.
export const story = {
  label: 'From deal to payout',
  failed: 'The line from deal to payout could not be loaded.',
  kinds: {
    deal: 'Deal',
    event: 'Event',
    shift: 'Shift',
    invoice: 'Invoice',
    receipt: 'Receipt',
    release: 'Release',
    payout: 'Payout',
  },
  missing: 'Missing',
  others: 'and {count} more',
  openDeal: '{state}, {stage}',
  events: { over: 'Took place', today: 'Today', planned: 'Planned', undated: 'No day yet', canceled: 'Canceled' },
  event: 'Event',
  openShift: 'Nobody yet',
  /** As Sling has them; another word stands as it came. */
  shifts: { published: 'Published', planning: 'Not published yet' } as Readonly<Record<string, string>>,
  writtenShift: 'Entered by hand',
} as const;

/** What is missing on that line. */
export const storyGaps = {
  noDeal: 'No deal belongs to it.',
  noDealSeen: 'You see no deal that belongs to it.',
  noEventYet: 'No event is linked to the deal yet.',
  noEvent: 'The deal is won, and no event is linked to it.',
  noEventNames: 'No event names invoice {number}.',
  noEventNamesAny: 'No event names these invoices.',
  noShift: 'No shift is matched to the event on {day}.',
  openShift: 'Nobody has taken the shift of the event on {day} yet.',
  shiftLater: 'The shift is needed by {day}, two days before the event.',
  shiftUndated: 'The shift waits for the day of the event.',
  noInvoice: 'The deal is won and has no invoice.',
  noInvoiceSeen: 'The deal is won, and you see no invoice of it.',
  invoiceLater: 'It is invoiced once the deal is won.',
  unknownInvoice: 'The event names invoice {number}, which is not here.',
  unnamedInvoice: 'Invoice {number} belongs to the deal or a link, but the event does not name it.',
  draft: 'Invoice {number} is a draft and has not been sent.',
  unallocated: 'The payment pays no invoice yet.',
  toReceive: '{amount} of invoice {number} has not been received.',
  toReceiveBy: '{amount} of invoice {number} has not been received; it is due {day}.',
  overdue: '{amount} of invoice {number} has not been received; it was due {day}.',
  toReceiveOfMany: '{amount} of these invoices has not been received.',
  nobody: 'Nobody is credited for invoice {number}.',
  noRecord: 'Invoice {number} earns no commission.',
  unpaidCustomer: 'The plan releases the commission when the customer pays.',
  waitDays: "The plan's waiting time is not over.",
  held: 'The record is on hold.',
  due: '{amount} is due and not in a payout yet.',
  nothingDue: 'Nothing is due yet.',
} as const;

/** Who can bring it about. */
export const storyWho = {
  linksDeal: 'The owner of the deal, their manager, VP Sales or an admin can link it on the deal.',
  editsEvent: 'Whoever may edit the event can enter the number there.',
  linksEvent: 'The owner of the deal, their manager, VP Sales or an admin can link the event.',
  bringsShift: 'An events manager, VP Sales or an admin can sync the shifts; an admin settles those that fit several events.',
  createsInvoice: "Finance, VP Sales, an admin or the team's manager can create it.",
  sendsInvoice: "Finance, VP Sales, an admin or the team's manager can send it.",
  customerPays: 'The customer pays; finance or an admin records the payment.',
  allocates: 'Finance or an admin can allocate it.',
  assigns: "Finance, VP Sales, an admin or the team's manager can assign a salesperson.",
  releasesHold: 'Finance, VP Sales or an admin can release it.',
  paysOut: 'Finance or an admin pays it with the next payout run.',
} as const;

/** Where one does it. */
export const storyActs = {
  findDeal: 'Find the deal',
  findEvent: 'Find the event',
  openEvent: 'Open the event',
  openEvents: 'Open Events',
  openSling: 'Open Sling settings',
  createInvoice: 'Create invoice',
  send: 'Send invoice',
  recordPayment: 'Record payment',
  allocate: 'Allocate',
  assign: 'Assign salesperson',
  openRecord: 'Open the record',
  openRuns: 'Open payout runs',
} as const;
