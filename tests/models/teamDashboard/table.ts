/** Spec 2.41, 3.02, 4.02: a period, and the people to whom the figures are limited. */
export const table = `
teamDashboard --filters.reset[0]--> stays
teamDashboard --xstate.snapshot.lens[0]--> stays / setAsOf, askList

teamDashboard.selectedUsers --users.set[0 setsNone]--> teamDashboard.selectedUsers.none / setUsers
teamDashboard.selectedUsers --users.set[1]--> teamDashboard.selectedUsers.some / setUsers
teamDashboard.selectedUsers.deciding --always[0 hasSelected]--> teamDashboard.selectedUsers.some
teamDashboard.selectedUsers.deciding --always[1]--> teamDashboard.selectedUsers.none
teamDashboard.selectedUsers.none --user.toggle[0]--> teamDashboard.selectedUsers.some / toggleUser
teamDashboard.selectedUsers.some --user.toggle[0 leavesNone]--> teamDashboard.selectedUsers.none / toggleUser
teamDashboard.selectedUsers.some --user.toggle[1]--> stays / toggleUser
teamDashboard.selectedUsers.some --filters.reset[0]--> teamDashboard.selectedUsers.none / forgetUsers

teamDashboard.dateRange --xstate.snapshot.period[0 isDefaultRange]--> teamDashboard.dateRange.usual / setRange, askList
teamDashboard.dateRange --xstate.snapshot.period[1]--> teamDashboard.dateRange.other / setRange, askList
teamDashboard.dateRange.deciding --always[0 isDefaultRange]--> teamDashboard.dateRange.usual
teamDashboard.dateRange.deciding --always[1]--> teamDashboard.dateRange.other
teamDashboard.dateRange.other --filters.reset[0]--> stays / resetPeriod
`;

export const ignored = '';
