// Where an account holder chooses a plan, for events and mails.

export function upgradeLink(baseUrl: string): string {
  return `${baseUrl}/console#plan`
}
