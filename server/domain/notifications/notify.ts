import type { ChannelTopic } from '../../../contract/entities/channel.ts';
import type { NotificationPriority, NotificationType } from '../../../contract/entities/notification.ts';
import { notices } from '../../../contract/messages/notifications.ts';
import { fill } from '../../../contract/messages.ts';
import { readersOf } from '../../../contract/rules/notifications/channelTopics.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { linkTo, type Subject, subjectKeyOf } from './links.ts';

export type NoticeKind = keyof typeof notices;
/** `{days|day|days}` becomes `days`. */
type NameOf<Word extends string> = Word extends `${infer Name}|${string}` ? Name : Word;
type NamesIn<Text extends string> = Text extends `${string}{${infer Word}}${infer Rest}` ? NameOf<Word> | NamesIn<Rest> : never;
/** The placeholders of a kind's texts. */
export type NoticeWords<Kind extends NoticeKind> = Readonly<
  Record<NamesIn<(typeof notices)[Kind]['title']> | NamesIn<(typeof notices)[Kind]['message']>, string | number>
>;
/**
 * `occurrence` distinguishes repetitions, by a state, a version or a time. A second notice with the same person, subject and occurrence is
 * dropped.
 */
export type NoticeFacts<Kind extends NoticeKind> = Readonly<{ subject: Subject; occurrence: string; words: NoticeWords<Kind> }>;
/**
 * `by`: the author, who needs no notice. `email`: whether this notice is emailed, if the person requested it; otherwise their settings
 * decide. `channels`: also sends it to the company's channels, if it belongs to a topic.
 */
export type Audience = Readonly<{ to: readonly number[]; by?: number; at: Date; email?: boolean; channels?: boolean }>;

const MAX_LENGTH = 500;
const commission = ['commission', 'medium'] as const;
/** The look of each kind of notice; a kind without one does not compile. */
const appearanceByKind = {
  commissionDue: commission,
  takeBackDue: commission,
  commissionsDue: commission,
  adjustmentCounts: commission,
  adjustmentChanged: commission,
  adjustmentWaitsAgain: commission,
  adjustmentMoved: commission,
  adjustmentWithdrawn: commission,
  ownPayWaiting: commission,
  ownPayApproved: commission,
  ownPayRejected: commission,
  adjustmentWaiting: commission,
  adjustmentsWaiting: commission,
  adjustmentOfAuthorChanged: commission,
  adjustmentApproved: commission,
  adjustmentRejected: commission,
  adjustmentVoided: commission,
  questionOpened: commission,
  questionReplied: commission,
  questionTaken: commission,
  questionResolved: commission,
  questionWithdrawn: commission,
  statementIssued: commission,
  statementReminder: commission,
  monthClosed: commission,
  monthReopened: commission,
  shareLowered: commission,
  assignedAway: commission,
  planChanged: ['commission', 'high'],
  planSavedUnreviewed: ['system', 'high'],
  overpaid: ['commission', 'high'],
  takenBackTooMuch: ['commission', 'high'],
  commissionsOverpaid: ['commission', 'high'],
  dealWon: ['deal', 'medium'],
  dealLost: ['deal', 'other'],
  dealStale: ['deal', 'other'],
  invoicePaid: ['payment', 'medium'],
  invoicesPaid: ['payment', 'medium'],
  invoiceOverdue: ['payment', 'high'],
  invoicesOverdue: ['payment', 'high'],
  quota80: ['quota', 'medium'],
  quota100: ['quota', 'high'],
  eventNotReady: ['other', 'high'],
  eventsNotReady: ['other', 'high'],
  eventWithoutHost: ['other', 'medium'],
  eventsWithoutHost: ['other', 'medium'],
  eventWithoutShift: ['other', 'high'],
  eventsWithoutShift: ['other', 'high'],
  eventWithoutInvoice: ['other', 'medium'],
  eventsWithoutInvoice: ['other', 'medium'],
  reportReady: ['other', 'medium'],
  reportFailed: ['other', 'high'],
  reportPaused: ['system', 'medium'],
  integrationError: ['system', 'critical'],
  signInEnds: ['system', 'high'],
  sheetColumns: ['system', 'medium'],
  payoutCompleted: ['payment', 'medium'],
  payoutFailed: ['payment', 'high'],
  payoutReversed: ['payment', 'high'],
  payoutReopened: ['payment', 'high'],
  bankReturned: ['payment', 'high'],
  payoutWaiting: ['payment', 'medium'],
  payoutRunWaiting: ['payment', 'high'],
  roleChanged: ['system', 'high'],
  emailChanged: ['system', 'high'],
  passwordReset: ['system', 'high'],
  approverCreated: ['system', 'high'],
  approverReactivated: ['system', 'high'],
  approverPromoted: ['system', 'high'],
  approverPassword: ['system', 'high'],
  approverInvited: ['system', 'high'],
  passwordChosen: ['system', 'high'],
  tokenCreated: ['system', 'high'],
  tokenRevoked: ['system', 'high'],
  tokenEnded: ['system', 'high'],
  factorEnabled: ['system', 'high'],
  factorEnabledOf: ['system', 'high'],
  factorDisabled: ['system', 'high'],
  factorReset: ['system', 'high'],
  factorResetOf: ['system', 'high'],
  recoveryCodeUsed: ['system', 'high'],
  recoveryCodesCreated: ['system', 'high'],
  passkeyAdded: ['system', 'high'],
  passkeyRemoved: ['system', 'high'],
  wrongCodes: ['system', 'high'],
  securityChanged: ['system', 'high'],
  approvalRulesChanged: ['system', 'high'],
  sessionEnded: ['system', 'critical'],
  mailFailed: ['system', 'high'],
  channelOff: ['system', 'high'],
  webhookOff: ['system', 'high'],
  upgraded: ['system', 'high'],
  plannedChangeRefused: ['system', 'high'],
} as const satisfies Readonly<Record<NoticeKind, readonly [NotificationType, NotificationPriority]>>;

/** Topics of the notices that company channels may carry; kinds not listed here go to people only (decisions 3.08). */
const topics: Readonly<Partial<Record<NoticeKind, ChannelTopic>>> = {
  dealWon: 'deals',
  dealLost: 'deals',
  dealStale: 'deals',
  invoiceOverdue: 'invoices',
  invoicesOverdue: 'invoices',
  eventNotReady: 'events',
  eventsNotReady: 'events',
  eventWithoutHost: 'events',
  eventsWithoutHost: 'events',
  eventWithoutShift: 'events',
  eventsWithoutShift: 'events',
  eventWithoutInvoice: 'events',
  eventsWithoutInvoice: 'events',
  integrationError: 'connections',
  signInEnds: 'connections',
  sheetColumns: 'connections',
  monthClosed: 'months',
  monthReopened: 'months',
};

/** The only writer of notices and of their emails and messages (decisions 5.02, 5.03); call it in the transaction of the cause. */
export const notify = async <Kind extends NoticeKind>(
  { notifications }: Pick<Repositories, 'notifications'>,
  kind: Kind,
  { subject, occurrence, words }: NoticeFacts<Kind>,
  { to, by, at, email, channels }: Audience,
): Promise<void> => {
  const { title, message } = notices[kind];
  const [type, priority] = appearanceByKind[kind];
  const link = linkTo(subject);
  const notice = {
    type,
    priority,
    title: fill(title, words),
    message: fill(message, words).slice(0, MAX_LENGTH),
    ...(link === undefined ? {} : { link }),
    dedupe_key: `${subjectKeyOf(subject)}:${occurrence}`,
  };
  const text = { subject: notice.title, body: notice.message, link: link ?? null };
  for (const user_id of new Set(to)) {
    if (user_id === by) continue;
    const added = await notifications.add({ ...notice, user_id }, at);
    if (added === null) continue;
    // An email about failing emails would fail too.
    if (kind !== 'mailFailed' && email !== false) await notifications.addMail(user_id, added.id, text, at, email === true);
    if (added.hasChannel) await notifications.addToOwnChannels(user_id, added.id, type, text, at);
  }
  const topic = channels ? topics[kind] : undefined;
  if (topic) await notifications.addToCompanyChannels(topic, readersOf(topic), notice.dedupe_key, text, at);
};
