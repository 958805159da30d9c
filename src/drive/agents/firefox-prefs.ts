// The settings of a measuring Firefox, as the user.js of its profile.

type Pref = string | number | boolean;

// Nothing listens on port 9 of this machine, so everything that insists on asking a server is sent there.
const NOBODY = 'http://127.0.0.1:9/';

const CLOCK: Record<string, Pref> = {
  'privacy.reduceTimerPrecision': false,
  'privacy.reduceTimerPrecision.unconditional': false,
  'privacy.resistFingerprinting': false,
};

// A hidden page gets one timer a second without these; nor may a long exchange make Firefox ask a question.
const NO_THROTTLING: Record<string, Pref> = {
  'dom.min_background_timeout_value': 4,
  'dom.timeout.enable_budget_timer_throttling': false,
  'dom.timeout.throttling_delay': -1,
  'dom.ipc.processPriorityManager.enabled': false,
  'dom.suspend_inactive.enabled': false,
  'dom.max_script_run_time': 0,
  'dom.ipc.reportProcessHangs': false,
};

const NO_TELEMETRY: Record<string, Pref> = {
  'app.normandy.api_url': '',
  'app.normandy.enabled': false,
  'app.normandy.first_run': false,
  'app.shield.optoutstudies.enabled': false,
  'browser.ping-centre.telemetry': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'datareporting.usage.uploadEnabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'nimbus.rollouts.enabled': false,
  'telemetry.fog.test.localhost_port': -1,
  'toolkit.telemetry.archive.enabled': false,
  'toolkit.telemetry.bhrPing.enabled': false,
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.firstShutdownPing.enabled': false,
  'toolkit.telemetry.newProfilePing.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'toolkit.telemetry.server': '',
  'toolkit.telemetry.shutdownPingSender.enabled': false,
  'toolkit.telemetry.unified': false,
  'toolkit.telemetry.updatePing.enabled': false,
};

const NO_UPDATES: Record<string, Pref> = {
  'app.update.auto': false,
  'app.update.background.scheduling.enabled': false,
  'app.update.disabledForTesting': true,
  'app.update.enabled': false,
  'browser.search.update': false,
  'extensions.blocklist.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.getAddons.discovery.api_url': NOBODY,
  'extensions.systemAddon.update.enabled': false,
  'extensions.systemAddon.update.url': '',
  'extensions.update.autoUpdateDefault': false,
  'extensions.update.enabled': false,
  'media.gmp-manager.url': NOBODY,
  'media.gmp-manager.updateEnabled': false,
  'media.gmp-provider.enabled': false,
  'services.settings.server': NOBODY,
  'security.remote_settings.crlite_filters.enabled': false,
  'security.remote_settings.intermediates.enabled': false,
};

const NO_SERVICES: Record<string, Pref> = {
  'browser.contentblocking.report.lockwise.enabled': false,
  'browser.discovery.enabled': false,
  'browser.newtabpage.activity-stream.feeds.system.topstories': false,
  'browser.newtabpage.activity-stream.feeds.telemetry': false,
  'browser.newtabpage.activity-stream.telemetry': false,
  'browser.newtabpage.enabled': false,
  'browser.region.network.url': '',
  'browser.region.update.enabled': false,
  'browser.safebrowsing.blockedURIs.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.provider.google4.updateURL': '',
  'browser.safebrowsing.provider.mozilla.updateURL': '',
  'browser.search.geoSpecificDefaults': false,
  'browser.topsites.contile.enabled': false,
  'browser.urlbar.merino.enabled': false,
  'browser.urlbar.quicksuggest.enabled': false,
  'browser.vpn_promo.enabled': false,
  'captivedetect.canonicalURL': '',
  'dom.push.connection.enabled': false,
  'dom.push.serverURL': '',
  'geo.provider.network.url': '',
  'identity.fxaccounts.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  // Firefox would open a second connection after 250 ms without one, and it would stay open for the next
  // exchange, which should be cold.
  'network.http.connection-retry-timeout': 0,
  'network.http.speculative-parallel-limit': 0,
  'network.prefetch-next': false,
  'network.trr.mode': 5,
  'privacy.trackingprotection.enabled': false,
  'privacy.trackingprotection.pbmode.enabled': false,
  'signon.management.page.breach-alerts.enabled': false,
};

// Work in the background of a fresh profile: first-run pages, sessions, checks, pictures of pages.
const QUIET_DESK: Record<string, Pref> = {
  'browser.aboutConfig.showWarning': false,
  'browser.aboutwelcome.enabled': false,
  'browser.backup.enabled': false,
  'browser.cache.disk.enable': false,
  'browser.ml.enable': false,
  'browser.pagethumbnails.capturing_disabled': true,
  'browser.places.interactions.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'browser.startup.preXulSkeletonUI': false,
  'browser.tabs.unloadOnLowMemory': false,
  'browser.translations.enable': false,
  'browser.uitour.enabled': false,
  'startup.homepage_welcome_url': '',
  'startup.homepage_welcome_url.additional': '',
  'toolkit.cosmeticAnimations.enabled': false,
  'toolkit.startup.max_resumed_crashes': -1,
  'trailhead.firstrun.didSeeAboutWelcome': true,
};

/** What every Firefox is started with, whoever starts it. */
export const FIREFOX_PREFS: Readonly<Record<string, Pref>> = {
  ...CLOCK,
  ...NO_THROTTLING,
  ...NO_TELEMETRY,
  ...NO_UPDATES,
  ...NO_SERVICES,
  ...QUIET_DESK,
};

/** HTTP/3 where an origin names it in Alt-Svc, and nothing else beside it. */
export const HTTP3_PREFS: Readonly<Record<string, Pref>> = {
  // It would give HTTP/3 up wherever somebody had installed an authority of his own.
  'network.http.http3.disable_when_third_party_roots_found': false,
  // It would open a connection of TCP beside one that takes longer than 100 ms, and take the first.
  'network.http.http3.backup_timer_delay': 0,
  'network.http.http3.parallel_fallback_conn_limit': 0,
  // Newer ones let QUIC and TCP race for every connection, whatever these two say.
  'network.http.happy_eyeballs_enabled': false,
  // A request over HTTP/3 would go by a connection of HTTP/2 that stands open to the same address: one that
  // fell back would draw all others after it.
  'network.http.http2.coalesce-hostnames': false,
};

/** Sends everything, loopback too, through a proxy on this port of 127.0.0.1. */
export function proxyPrefs(port: number | undefined): Record<string, Pref> {
  if (port === undefined) return {};
  return {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': port,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': port,
    'network.proxy.allow_hijacking_localhost': true,
    'network.proxy.no_proxies_on': '',
  };
}

/** The text of user.js; `extra` wins over our own. */
export function firefoxUserJs(extra: Readonly<Record<string, Pref>> = {}): string {
  const lines = Object.entries({ ...FIREFOX_PREFS, ...extra }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  return `${lines.join('\n')}\n`;
}
