// Every cold request opens a connection, every other one finds one open: what is missing is asked for beforehand, untimed.
#pragma once

#include "exchange/download.h"
#include "wire/cell.h"

#include <QHash>
#include <QString>
#include <QUrl>

namespace wirefare {

class ConnectionKeeper {
public:
    explicit ConnectionKeeper(Downloader &downloader) : m_downloader(downloader) {}

    /** Puts the origin's connection into the state that the next request wants; empty, or why it cannot be. */
    QString prepare(const Target &target, bool isCold, int timeoutMs);

    /** To be called before it is timed: the URL with the next serial number, as each request needs one. */
    QUrl numbered(const QString &url);

    /** The request itself; `isCold` as its URL asks. */
    Download get(const Target &target, const QUrl &url, bool isCold, int timeoutMs);

    /** The target may have closed since: what is open is asked for again. */
    void hasPosted();

private:
    enum class State { neverAsked, open, openBeforeAPost, closed, failed };

    Downloader &m_downloader;
    QHash<QString, State> m_origins;
    qint64 m_serial = 0;
};

} // namespace wirefare
