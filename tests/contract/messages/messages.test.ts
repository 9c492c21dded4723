import { describe, expect, it } from 'vitest';
import { roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';

/**
 * The strings that the specification quotes and a screen shows (empty states: spec 8.16): [statement, string in code, quoted string]. Forms
 * and entities have their own tests.
 */
const quoted: readonly (readonly [string, string, string])[] = [
  ['1.03', messages.company.fallback, 'Company'],
  ['1.03', messages.company.documentTitle, '{company} Dashboard'],
  ['2.15', messages.notFound.title, 'Page Not Found'],
  ['2.17', messages.denied.title, 'Access Denied'],
  ['2.17', messages.denied.text, "You don't have permission to access this page"],
  ['2.17', messages.denied.dashboard, 'Go to Dashboard'],
  ['2.17', messages.denied.profile, 'View Profile'],
  ['2.20', fill(messages.loginFormText.heading, { company: 'Acme' }), 'Acme Dashboard'],
  ['2.20', messages.loginFormText.sub, 'Sign in to your account'],
  ['2.20', messages.loginFormText.email, 'Email address'],
  ['2.20', messages.loginFormText.emailPlaceholder, 'Enter your email'],
  ['2.20', messages.loginFormText.password, 'Password'],
  ['2.20', messages.loginFormText.passwordPlaceholder, 'Enter your password'],
  ['2.20', messages.loginFormText.rememberMe, 'Remember me'],
  ['2.20', messages.loginFormText.submit, 'Sign In'],
  ['2.20', messages.loginFormText.submitting, 'Signing in...'],
  ['2.20', messages.loginFormText.forgot, 'Forgot your password? Contact your administrator.'],
  ['2.21', messages.menu.profile, 'Profile'],
  ['2.21', messages.menu.settings, 'Settings'],
  ['2.21', messages.menu.signOut, 'Sign Out'],
  ['2.22', messages.notifications.empty, 'No notifications'],
  ['2.22', messages.notifications.isNew, 'New'],
  ['2.22', messages.notifications.viewAll, 'View all notifications'],
  ['2.24', messages.menu.teamDashboard, 'Team Dashboard'],
  ['2.25', messages.menu.myPerformance, 'My Performance'],
  ['2.26', messages.menu.commissions, 'Commissions'],
  ['2.27', messages.menu.pipeline, 'Pipeline'],
  ['2.27', messages.menu.deals, 'Deals'],
  ['2.28', messages.menu.events, 'Events'],
  ['2.29', messages.menu.analytics, 'Analytics'],
  ['2.30', messages.menu.invoices, 'Invoices'],
  ['2.31', messages.menu.payments, 'Payments'],
  ['2.32', messages.menu.reports, 'Reports'],
  ['2.33', messages.menu.groups.admin, 'Administration'],
  ['2.33', messages.menu.users, 'User Management'],
  ['2.33', messages.menu.systemSettings, 'System Settings'],
  ['2.34', messages.commissions.title, 'Commissions'],
  ['2.34', messages.commissions.subtitle, 'Track and manage commission calculations and payments'],
  ['2.34', messages.commissions.tableTitle, 'Commissionable Sales'],
  ['2.34', messages.commissions.tipsTitle, 'Performance Tips'],
  ['2.34', messages.commissions.quickStatement, 'Generate Commission Statement'],
  ['2.34', messages.commissions.quickProjections, 'Calculate Projections'],
  ['2.34', messages.commissions.quickReview, 'Review Adjustments'],
  ['2.35', messages.commissions.statusAll, 'All'],
  [
    '2.35',
    Object.values(messages.commissions.columns).join(', '),
    'Invoice #, Salesperson, Booking Date, Gross Amount, Net Revenue, Commission Amount, Rate, Status, Payment Date',
  ],
  ['2.38', messages.adjustmentFormText.amountHint, 'Use negative values for deductions'],
  ['2.39', messages.adjustments.empty, 'No adjustments found'],
  ['2.39', messages.adjustments.noResults, 'No adjustments found matching your search'],
  ['2.39', messages.commissions.empty, 'No commission records found'],
  ['2.39', messages.commissions.noResults, 'No results'],
  ['2.40', Object.values(messages.period.modes).join(', '), 'Month, Quarter, Year, Custom'],
  ['2.40', messages.period.today, 'Today'],
  ['2.40', messages.period.apply, 'Apply'],
  ['2.46', messages.events.badZone, '{BADTZ}'],
  ['2.47', messages.events.sync, 'Sync Events'],
  ['2.48', messages.eventEdit.select, '-- Select --'],
  ['2.49', messages.generalSettings.tabs.general, 'General Settings'],
  ['2.58', messages.users.allRoles, 'All Roles'],
  ['2.58', messages.users.add, 'Add User'],
  ['2.62', messages.profile.updated, 'Profile updated successfully!'],
  ['2.63', messages.settings.saved, 'Settings saved successfully!'],
  ['4.05', messages.pages.next, 'Next'],
  ['4.05', messages.pages.previous, 'Previous'],
  ['5.03', fill(messages.adjustmentFormText.noInvoices, { text: 'x' }), 'No invoices found matching "x"'],
  ['5.10', messages.changePassword.mismatch, 'New passwords do not match'],
  ['6.01', Object.values(roleLabels).join(', '), 'Administrator, VP Sales, Sales Manager, Salesperson, Finance, User'],
  ['8.01', messages.login.failed, 'Login failed'],
  ['8.02', messages.login.userFailed, 'Failed to get user'],
  ['8.03', messages.commissions.failed, 'Failed to load commissions'],
  ['8.05', messages.events.updateFailed, 'Failed to update event'],
  ['8.06', messages.generalSettings.failed, 'Failed to save general settings'],
  ['8.12', messages.users.loadTitle, 'Error Loading Users'],
  ['8.12', messages.users.loadFailed, 'Failed to load users'],
  ['8.12', messages.users.deleteFailed, 'Failed to delete user'],
  ['8.12', messages.users.deleted, 'User deleted successfully!'],
  ['8.12', messages.users.createFailed, 'Failed to create user'],
  ['8.12', messages.users.updateFailed, 'Failed to update user'],
  ['8.13', messages.profile.missing, 'Unable to load user profile. Please try refreshing the page.'],
  ['8.13', messages.settings.missing, 'Unable to load user settings.'],
  ['8.16', messages.adjustments.empty, 'No adjustments found'],
  ['8.16', messages.adjustments.noResults, 'No adjustments found matching your search'],
  ['8.16', messages.commissions.empty, 'No commission records found'],
  ['8.16', messages.commissions.noResults, 'No results'],
  ['8.16', messages.notifications.empty, 'No notifications'],
  ['9.02', messages.company.fallback, 'Company'],
];

describe('messages', () => {
  it.each(quoted)('spec %s: %j', (_id, inCode, quotedText) => expect(inCode).toBe(quotedText));
});

describe('fill', () => {
  it('fills in every value, numbers too', () => expect(fill('{a} of {b}, {a}', { a: 1, b: 'two' })).toBe('1 of two, 1'));
  it('uses day for one and days for others', () => {
    expect([1, 2, 0].map((days) => fill('{days} {days|day|days}', { days }))).toEqual(['1 day', '2 days', '0 days']);
    expect(fill('{days|day|days}', {})).toBe('{days|day|days}');
  });
  it('leaves a placeholder without a value unchanged', () => expect(fill('{user_content}', {})).toBe('{user_content}'));
  it('treats a value as text, never as a pattern', () => expect(fill('"{q}"', { q: '$& {q}' })).toBe('"$& {q}"'));
});
