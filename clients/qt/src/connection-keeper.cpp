#include "connection-keeper.h"

#include "cell.h"

namespace wirefare {

QString ConnectionKeeper::prepare(const QString &targetUrl, bool isCold, int timeoutMs)
{
    const State state = m_origins.value(targetUrl, State::neverAsked);
    const bool isReady = isCold ? state == State::closed : state == State::open;
    if (isReady)
        return {};
    return get(targetUrl, numbered(emptyUrl(targetUrl, isCold)), isCold, timeoutMs).reason();
}

QUrl ConnectionKeeper::numbered(const QString &url)
{
    const QChar mark = url.contains(QLatin1Char('?')) ? QLatin1Char('&') : QLatin1Char('?');
    return QUrl(url + mark + QStringLiteral("serial=%1").arg(m_serial++), QUrl::StrictMode);
}

Download ConnectionKeeper::get(const QString &targetUrl, const QUrl &url, bool isCold, int timeoutMs)
{
    Download download = m_downloader.get(url, timeoutMs);
    if (download.outcome != Outcome::completed)
        m_origins.insert(targetUrl, State::failed);
    else
        m_origins.insert(targetUrl, isCold ? State::closed : State::open);
    return download;
}

void ConnectionKeeper::hasPosted()
{
    for (State &state : m_origins) {
        if (state == State::open)
            state = State::openBeforeAPost;
    }
}

} // namespace wirefare
