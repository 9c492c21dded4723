// Slack channels: messages of the form and of the server.
export const channels = {
  name: 'Name',
  nameRequired: 'Name is required',
  nameLong: 'The name can be at most 60 characters',
  addressRequired: 'Webhook address is required',
  addressLong: 'The webhook address can be at most 500 characters',
  addressInvalid: 'Enter the whole address of the webhook. It starts with https://',
  addressPrivate: 'This address leads into a private network. Enter a public https address.',
  addressUsed: 'The channel “{name}” already sends to this address',
  topicUnknown: 'One of these topics does not exist',
  topicsRequired: 'Choose at least one topic',
  topicUnreadable: 'Some of these roles may not read everything you chose to send',
  readersRequired: 'Choose at least one role',
  tooMany: 'You can have at most {most} Slack channels. Delete one first.',
  tooSoon: 'A message was sent to this channel a moment ago. Try again in a few seconds.',
  notSent: 'The test message was not delivered: {reason}',
} as const;

/** The reason why a message was not delivered; `{code}` is the recipient's answer. */
export const channelProblems = {
  gone: 'The other side no longer accepts messages at this address ({code}). Create a new webhook there and enter its address.',
  redirected: 'The address leads to another address ({code}), and messages do not follow it.',
  private: 'The address leads into a private network.',
  noAnswer: 'The other side did not answer.',
  busy: 'The other side accepts no more messages for now.',
  failed: 'The other side could not accept the message ({code}).',
  refused: 'The other side did not understand the message ({code}).',
} as const;

/** Parts of a message. */
export const channelMessage = {
  open: 'Open in Quotaboard',
  more: '… and {count} more.',
  test: { title: 'Test message', text: 'Notifications from Quotaboard arrive here.' },
} as const;
