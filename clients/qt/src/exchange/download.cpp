#include "exchange/download.h"

#include "exchange/clock.h"

#include <QNetworkProxy>
#include <QNetworkRequest>
#include <QSslCertificate>
#include <QSslSocket>
#include <QUrl>

namespace wirefare {

namespace {

QNetworkRequest requestFor(const QUrl &url, const QSslConfiguration &tls)
{
    QNetworkRequest request(url);
    if (url.scheme() == QLatin1String("https"))
        request.setSslConfiguration(tls);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
#if QT_VERSION >= QT_VERSION_CHECK(6, 0, 0)
    // Qt 5 does not do it unless it is told to.
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
#endif
    return request;
}

/** `compute;dur=0.0000, encode;dur=1.2040` */
double durationOf(const QByteArray &header, const QByteArray &metric)
{
    for (const QByteArray &entry : header.split(',')) {
        const QList<QByteArray> parts = entry.split(';');
        if (parts.first().trimmed() != metric)
            continue;
        for (const QByteArray &part : parts) {
            if (!part.trimmed().startsWith("dur="))
                continue;
            bool isNumber = false;
            const double ms = part.trimmed().mid(4).toDouble(&isNumber);
            return isNumber && ms >= 0 ? ms : -1;
        }
    }
    return -1;
}

bool isComplete(const QNetworkReply &reply)
{
    return reply.error() == QNetworkReply::NoError
        && reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() == 200;
}

} // namespace

QString Download::reason() const
{
    if (outcome == Outcome::completed)
        return {};
    if (outcome == Outcome::timedOut)
        return QStringLiteral("not there in the time allowed");
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    return QStringLiteral("status %1: %2 %3").arg(status).arg(m_reply->errorString(), QString::fromUtf8(body));
}

DownloadStamps Download::stamps() const
{
    DownloadStamps stamps = *m_stamps;
#if QT_VERSION >= QT_VERSION_CHECK(6, 0, 0)
    // Qt 6 decompresses what is read when it is read; Qt 5 did it in its network thread.
    if (!contentEncoding().isEmpty())
        stamps.lastByte = stamps.body;
#endif
    return stamps;
}

QByteArray Download::contentEncoding() const
{
    return m_reply->rawHeader("Content-Encoding");
}

ServerTiming Download::serverTiming() const
{
    const QByteArray header = m_reply->rawHeader("Server-Timing");
    return {durationOf(header, "compute"), durationOf(header, "encode"), durationOf(header, "compress")};
}

qint64 Download::bytesEncoded() const
{
    // Where Qt decompresses it takes Content-Length away, since that is no longer the body's, and keeps it here.
    const QVariant original = m_reply->attribute(QNetworkRequest::OriginalContentLengthAttribute);
    return original.isValid() ? original.toLongLong() : m_reply->rawHeader("Content-Length").toLongLong();
}

Downloader::Downloader()
{
    m_manager.setProxy(QNetworkProxy::NoProxy);
    m_timeout.setSingleShot(true);
    // A coarse one may run out 5 % early.
    m_timeout.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timeout, &QTimer::timeout, [this] {
        m_isLate = m_awaited != nullptr;
        if (m_isLate)
            m_awaited->abort();
    });
    // The run's own certificate and nothing else; without one nothing is to be trusted.
    m_tls = QSslConfiguration::defaultConfiguration();
    const QString file = qEnvironmentVariable("WIREFARE_CERTIFICATE");
    m_tls.setCaCertificates(file.isEmpty() ? QList<QSslCertificate>() : QSslCertificate::fromPath(file));
}

bool Downloader::speaksTls() const
{
    return QSslSocket::supportsSsl() && !m_tls.caCertificates().isEmpty();
}

Download Downloader::get(const QUrl &url, int timeoutMs)
{
    const QNetworkRequest request = requestFor(url, m_tls);
    Download download;
    const auto stamps = download.m_stamps;
    m_isLate = false;
    m_timeout.start(timeoutMs);

    stamps->call = nowMs();
    download.m_reply.reset(m_manager.get(request));
    QNetworkReply *const reply = download.m_reply.get();
    // Everything that the network's thread tells arrives by this thread's event loop, which runs below.
#if QT_VERSION >= QT_VERSION_CHECK(6, 3, 0)
    QObject::connect(reply, &QNetworkReply::socketStartedConnecting, [stamps] { stamps->connectStart = nowMs(); });
    QObject::connect(reply, &QNetworkReply::requestSent, [stamps] { stamps->requestSent = nowMs(); });
#endif
    QObject::connect(reply, &QNetworkReply::metaDataChanged, [stamps] {
        if (stamps->responseStart < 0)
            stamps->responseStart = nowMs();
    });
    QObject::connect(reply, &QNetworkReply::finished, [this, stamps] {
        stamps->lastByte = nowMs();
        m_loop.quit();
    });
    m_awaited = reply;
    m_loop.exec();
    m_awaited = nullptr;
    // What was aborted is closed, and Qt would say so.
    if (reply->isOpen())
        download.body = reply->readAll();
    stamps->body = nowMs();
    // Nothing but what its user would look at may stand between here and decoding.
    if (m_isLate)
        download.outcome = Outcome::timedOut;
    else if (!isComplete(*reply))
        download.outcome = Outcome::failed;
    return download;
}

} // namespace wirefare
