// What the audit log says of why something changed.
export const causes = {
  adjustmentCreated: 'An adjustment: {reason}',
  adjustment: 'An adjustment was {deed}',
  dayBegan: '{day} began',
  roleOrManager: '{name} changed role or manager',
  monthReopened: '{month} was reopened',
  passwordReset: 'The password was reset',
  payment: '{customer} paid {amount} ({method})',
  paymentReturned: '{customer}: {amount} returned by the bank',
  configSaved: 'Version {version} of the configuration was saved',
} as const;
