// What the server says on any call.
export const server = {
  stopping: 'The server is about to restart. Try again in a moment.',
  away: 'The server cannot reach its data at the moment. Try again shortly.',
  noRoom: "The server's disk is full, so this could not be done. Ask an administrator to free some space, then try again.",
  notReady: 'The database does not answer.',
  internal: 'Something went wrong on our side. Try again; if it happens again, tell your administrator the request id.',
  wrongMethod: 'This address does not take this method. The Allow header lists those it takes.',
  noAddress: 'There is nothing at this address.',
  forbidden: "You don't have permission to do this.",
  unreadable: 'The request could not be read.',
  tooSlow: 'The request took too long to arrive.',
  headersTooLarge: 'The headers are larger than this server takes.',
  bodyTooLarge: 'The body is larger than this call takes.',
  addressTooLong: 'The address is longer than this server takes.',
  noRange: 'The file has no such range.',
  mediaType: 'Send the body as {type}.',
  notJson: 'The body is not valid JSON.',
  tooDeep: 'The body is nested deeper than {levels} levels.',
  unstorableText: '{field} contains a character that cannot be stored (U+0000 or half of a surrogate pair).',
  unstorableValue: 'A value of this request cannot be stored.',
  hiddenCharacter: '{field} contains an invisible character. Type it instead of pasting it.',
  thisText: 'This text',
  theRequest: 'The request',
  versionInvalid: 'if-match must be the version that was seen, such as "3".',
} as const;

/** What is wrong with a field of a request. */
export const requestField = {
  invalid: 'The request is not valid.',
  unknown: '{field} is not a field of this request.',
  required: '{field} is required.',
  refused: '{field} {rule}.',
  described: 'must be {what}',
  other: 'is not what this request takes',
  type: 'must be a {type}',
  typeAn: 'must be an {type}',
  enum: 'must be one of {values}',
  minLength: 'must have at least {limit} characters',
  maxLength: 'must have at most {limit} characters',
  minimum: 'must be {limit} or more',
  maximum: 'must be {limit} or less',
  maxItems: 'must have at most {limit} entries',
  minProperties: 'must have at least one field',
} as const;

/** What a use case refuses, whatever it is about. */
export const refusals = {
  textMissing: 'Type what you expected: a number, a customer or a link.',
  notFound: 'There is no such {what}.',
  form: 'The form was refused.',
  cursor: 'This cursor does not belong to this list. Load the first page again, without a cursor.',
  date: '{field} must be a date that exists, as YYYY-MM-DD.',
  dateYears: '{field} must be between 1900 and 2999.',
  dateMissing: '{field} is required, as YYYY-MM-DD.',
  endBeforeStart: 'end_date cannot be before start_date.',
  streams: 'You have {most} pages open that follow changes on this server. This one asks for them instead.',
  rangeTooLong: 'A range can be at most ten years long. Choose a shorter one.',
} as const;
