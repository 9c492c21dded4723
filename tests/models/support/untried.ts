const always = 'no sample makes its guard false: its screen offers nothing that it refuses';
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
  'apiTokens.asking --step.submit[0]--> apiTokens.saving': always,
  'channels.shown --step.submit[1]--> channels.saving': always,
  'channels.shown --form.open[0]--> channels.asking': always,
  'channels.asking --step.submit[0]--> channels.saving': always,
  'columnLayout --column.move[0]--> stays': always,
  'columnLayout --column.resize[0]--> stays': always,
  'cursorPages --size.changed[0]--> cursorPages.deciding': 'it is sent only with another size',
  'editHistory --step.made[0]--> editHistory.weighing': 'the samples end at the two steps that the graph needs',
  'eventCells --changes.made[0]--> stays': 'raised by the machine itself, only with changes',
  'eventCells --cell.changed[0]--> stays': gone,
  'eventCells --cell.changed[1]--> stays': gone,
  'eventCells --cell.changed[2]--> stays': gone,
  'eventCells --cell.ended[0]--> stays': gone,
  'eventEdit.closed --edit.open[0]--> eventEdit.open': always,
  'eventEdit.open --edit.open[0]--> eventEdit.open': always,
  'eventsCalendar.open --item.replace[0]--> stays': gone,
  'eventsCalendar.open.loading --item.replace[0]--> eventsCalendar.open.loading (reenter)': gone,
  'goals.shown --goal.add[0]--> goals.editing': always,
  'goals.shown --goal.change[0]--> goals.editing': always,
  'goals.shown --goal.remove[0]--> goals.asking': always,
  'infiniteList --item.replace[0]--> stays': gone,
  'infiniteList.loadingFirst --item.replace[0]--> infiniteList.loadingFirst (reenter)': gone,
  'notificationsMenu.marks.marking --item.choose[0]--> stays': covered,
  'notificationsMenu.marks.resting --item.choose[0]--> notificationsMenu.marks.marking': covered,
  'period.open.choosingYear --year.choose[0]--> stays': always,
  'planDrafts.asking --step.submit[0]--> planDrafts.saving': always,
  'projection --person.choose[0]--> projection.loading (reenter)': always,
  'projection.ready --row.add[0]--> projection.ready.calculating (reenter)': 'the samples add one row, so that the graph stays finite',
  'secondFactor.shown --step.submit[1]--> secondFactor.saving': always,
  'securitySettings.shown --step.submit[1]--> securitySettings.saving': always,
  'session.signedIn --user.changed[0]--> session.signedIn.checking': always,
  'session.signedIn.reloading --user.changed[0]--> session.signedIn.reloading (reenter)': always,
  'session.signedIn --factor.enabled[0]--> session.signedIn.savingCodes': 'the factor is enabled only on the page that asks for it',
  'split.shown --step.submit[1]--> split.saving': 'the split was taken back by the first, and its button with it',
  'territories.shown --step.submit[1]--> territories.saving': always,
  'views.shown --step.submit[1]--> views.saving': always,
  'views.shown --form.open[0]--> views.asking': always,
  'views.asking --step.submit[0]--> views.saving': always,
  'webhookLog.shown --step.submit[1]--> webhookLog.saving': always,
  'webhooks.asking --step.submit[0]--> webhooks.saving': always,
};
