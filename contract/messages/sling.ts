// Sling as a source of shifts, and shifts that a person has to settle.
export const sling = {
  addTitle: 'Add Sling Integration',
  againTitle: 'Reconnect Sling',
  hint: 'Use an account that sees every shift. An employee sees only their own. Sling documents little of this, so it is best effort.',
  fields: { name: 'Name', email: 'Email', password: 'Password', start: 'Start date', end: 'End date' },
  facts: { email: 'Email', days: 'Days' },
  days: '{start} to {end}',
  nameRequired: 'Please enter a name for this integration',
  emailRequired: 'Please enter an email',
  passwordRequired: 'Please enter a password',
  datesRequired: 'Please enter both start and end dates',
  dateOrder: 'The end date must not be before the start date',
  // The vendor's refusals. {name} is the connection's.
  refused: '{name}: Sling does not accept this email and password.',
  secondFactor: '{name}: this Sling account asks for a second factor, which cannot be answered here. Use an account without one.',
  blocked: '{name}: Cloudflare blocked the call before it reached Sling. The password is not the reason. It is tried again later.',
} as const;

/** Reasons why a shift is held; the choices are events. */
export const shiftReasons = {
  shift_several_events: { text: 'The shift of {person} on {when} fits several events.', asks: 'Event' },
  shift_several_shifts: { text: 'Several shifts fit the event. Which one is it? {person}, {when}', asks: 'Event' },
  shift_zone: { text: 'The shift of {person} on {when} is in another time zone than the event.', asks: 'Event' },
  shift_twins: { text: 'The shift of {person} on {when} may belong to another event of this customer.', asks: 'Event' },
} as const;
