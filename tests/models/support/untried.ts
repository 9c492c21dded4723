const unrefused = 'its desk refuses steps or forms, and this subject allows each of them in this state';
const gone = 'its item is gone after the first, so there is nothing left to send it about';
const still = 'its facts stand still during a walk, so what let the record in still holds';
const covered = 'the menu is closed, and its items with it';

/**
 * Transitions whose guard is true for every sample, or that no sample tries after some other transition, each with the reason. pairs.json
 * counts the pairs that a guard forbids.
 */
export const untriedReasons: Readonly<Record<string, string>> = {
  'bankTransaction.proposed --match[0]--> bankTransaction.matched': still,
  'deal.lost --reopen[0]--> deal.open': still,
  'deal.won --reopen[0]--> deal.open': still,
  'payout.completed --reopen[0]--> payout.processing': still,
  'receipt.completed --allocate[0]--> receipt.completed': still,
  'receipt.failed --retry[0]--> receipt.pending': still,
  'channels.shown --form.open[0]--> channels.asking': unrefused,
  'cursorPages --size.changed[0]--> cursorPages.deciding': 'it is sent only with another size',
  'editHistory --step.made[0]--> editHistory.weighing': 'the samples end at the two steps that the graph needs',
  'eventCells --changes.made[0]--> stays': 'raised by the machine itself, only with changes',
  'eventCells --cell.changed[0]--> stays': gone,
  'eventCells --cell.changed[1]--> stays': gone,
  'eventCells --cell.changed[2]--> stays': gone,
  'eventCells --cell.ended[0]--> stays': gone,
  'eventsCalendar.open --item.replace[0]--> stays': gone,
  'eventsCalendar.open.loading --item.replace[0]--> eventsCalendar.open.loading (reenter)': gone,
  'infiniteList --item.replace[0]--> stays': gone,
  'infiniteList.loadingFirst --item.replace[0]--> infiniteList.loadingFirst (reenter)': gone,
  'notificationsMenu.marks.marking --item.choose[0]--> stays': covered,
  'notificationsMenu.marks.resting --item.choose[0]--> notificationsMenu.marks.marking': covered,
  'projection.ready --row.add[0]--> projection.ready.calculating (reenter)': 'the samples add one row, so that the graph stays finite',
  'securitySettings.shown --step.submit[1]--> securitySettings.saving': unrefused,
  'session.signedIn --factor.enabled[0]--> session.signedIn.savingCodes': 'the factor is enabled only on the page that asks for it',
  'split.shown --step.submit[1]--> split.saving': 'the split was taken back by the first, and its button with it',
  'views.shown --step.submit[1]--> views.saving': unrefused,
  'views.shown --form.open[0]--> views.asking': unrefused,
};
