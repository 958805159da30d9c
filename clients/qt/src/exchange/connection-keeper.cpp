#include "exchange/connection-keeper.h"

namespace wirefare {

QString ConnectionKeeper::prepare(const Target &target, bool isCold, int timeoutMs)
{
    const State state = m_origins.value(target.url, State::neverAsked);
    const bool isReady = isCold ? state == State::closed : state == State::open;
    if (isReady)
        return {};
    return get(target, numbered(emptyUrl(target, isCold)), isCold, timeoutMs).reason();
}

QUrl ConnectionKeeper::numbered(const QString &url)
{
    const QChar mark = url.contains(QLatin1Char('?')) ? QLatin1Char('&') : QLatin1Char('?');
    return QUrl(url + mark + QStringLiteral("serial=%1").arg(m_serial++), QUrl::StrictMode);
}

Download ConnectionKeeper::get(const Target &target, const QUrl &url, bool isCold, int timeoutMs)
{
    Download download = m_downloader.get(url, timeoutMs);
    if (download.outcome != Outcome::completed)
        m_origins.insert(target.url, State::failed);
    else
        m_origins.insert(target.url, isCold ? State::closed : State::open);
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
