import {
  amount,
  closed,
  digits,
  flag,
  instant,
  integer,
  listOf,
  oneOf,
  type Shape,
  type Spec,
  text,
  textOrNull,
  uuid,
} from './specCheck.ts';

const orNull = (shape: Shape): Shape => ({ anyOf: [shape, { type: 'null' }] });
const accountStatus = oneOf('active', 'deleted', 'pending', 'archived');
const order = oneOf('asc', 'desc');
const cursors = { limit: digits, order, start_after: uuid, end_before: uuid };

const account = closed(
  {
    id: uuid,
    accountNumber: text,
    routingNumber: text,
    name: text,
    legalBusinessName: text,
    kind: text,
    status: accountStatus,
    type: oneOf('mercury', 'external', 'recipient'),
    availableBalance: amount,
    currentBalance: amount,
    dashboardLink: text,
    createdAt: instant,
  },
  { nickname: textOrNull, canReceiveTransactions: { type: ['boolean', 'null'] } },
);

const related = closed({ id: uuid, accountId: uuid, amount, relationKind: text });
const attachment = closed({ attachmentType: oneOf('checkImage', 'receipt', 'other'), fileName: text, url: text });
const routing = closed(
  { accountNumber: text, routingNumber: text, electronicAccountType: text },
  { bankName: textOrNull, address: orNull({ type: 'object' }) },
);
const transaction = closed(
  {
    id: uuid,
    accountId: uuid,
    amount,
    status: oneOf('pending', 'sent', 'cancelled', 'failed', 'reversed', 'blocked'),
    kind: text,
    counterpartyId: uuid,
    counterpartyName: text,
    createdAt: instant,
    estimatedDeliveryDate: instant,
    dashboardLink: text,
    attachments: listOf(attachment),
    relatedTransactions: listOf(related),
    glAllocations: listOf(closed({ amount, glCodeName: text }, { description: textOrNull })),
    compliantWithReceiptPolicy: flag,
    hasGeneratedReceipt: flag,
  },
  {
    postedAt: orNull(instant),
    failedAt: orNull(instant),
    bankDescription: textOrNull,
    externalMemo: textOrNull,
    note: textOrNull,
    reasonForFailure: textOrNull,
    counterpartyNickname: textOrNull,
    checkNumber: textOrNull,
    trackingNumber: textOrNull,
    mercuryCategory: textOrNull,
    feeId: orNull(uuid),
    details: orNull(closed({}, { electronicRoutingInfo: orNull(routing) })),
  },
);

const event = closed(
  {
    id: uuid,
    resourceType: oneOf('transaction', 'checkingAccount', 'savingsAccount', 'treasuryAccount', 'investmentAccount', 'creditAccount'),
    resourceId: uuid,
    operationType: oneOf('create', 'update', 'delete'),
    resourceVersion: integer,
    occurredAt: instant,
    changedPaths: listOf(text),
    mergePatch: {},
  },
  { previousValues: {} },
);

/** Written from the client that Mercury generates from its OpenAPI file, which is only published as a web page. */
export const mercurySpec: Spec = {
  source: 'github.com/MercuryTechnologies/mercury-go',
  version: '7f43087 (2026-08-07)',
  operations: [
    { method: 'GET', path: '/accounts', query: cursors, answer: closed({ accounts: listOf(account) }) },
    { method: 'GET', path: '/account/{id}', answer: account },
    {
      method: 'GET',
      path: '/credit',
      answer: closed({
        accounts: listOf(closed({ id: uuid, status: accountStatus, availableBalance: amount, currentBalance: amount, createdAt: instant })),
      }),
    },
    {
      method: 'GET',
      path: '/transactions',
      query: {
        ...cursors,
        start_at: uuid,
        start: text,
        end: text,
        postedStart: text,
        postedEnd: text,
        accountId: text,
        status: text,
        search: text,
      },
      answer: closed({ transactions: listOf(transaction) }),
    },
    { method: 'GET', path: '/transaction/{id}', answer: transaction },
    {
      method: 'GET',
      path: '/events',
      query: { ...cursors, resourceType: text, resourceId: uuid },
      answer: closed({ events: listOf(event) }),
    },
    {
      method: 'GET',
      path: '/organization',
      answer: closed({
        organization: closed(
          {
            id: uuid,
            legalBusinessName: text,
            kind: text,
            billingCadence: text,
            subscriptionTier: text,
            dbas: listOf(closed({ dbaName: text, dbaIsDefault: flag })),
          },
          { ein: textOrNull },
        ),
      }),
    },
  ],
};
