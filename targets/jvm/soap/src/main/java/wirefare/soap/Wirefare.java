package wirefare.soap;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.jws.soap.SOAPBinding.ParameterStyle;
import wirefare.data.Books;
import wirefare.data.BooksRequest;
import wirefare.data.FilesRequest;
import wirefare.data.Videos;
import wirefare.data.VideosRequest;
import wirefare.data.Xml;
import wirefare.data.transit.CheckNameRequest;
import wirefare.data.transit.CheckNameResponse;
import wirefare.data.transit.GetRouteRequest;
import wirefare.data.transit.GetRouteResponse;
import wirefare.data.transit.InitRequest;
import wirefare.data.transit.InitResponse;

/**
 * The service: document/literal, one bare part, so that the first element in the body names what is asked. Elements are
 * those of targets/DATA.md.
 */
@WebService(name = "Wirefare", targetNamespace = Wirefare.NAMESPACE)
@SOAPBinding(parameterStyle = ParameterStyle.BARE)
public interface Wirefare {
    String NAMESPACE = "urn:wirefare";

    @WebMethod
    @WebResult(name = "Books", targetNamespace = NAMESPACE)
    Books books(@WebParam(name = "BooksRequest", targetNamespace = NAMESPACE) BooksRequest request);

    @WebMethod
    @WebResult(name = "Videos", targetNamespace = NAMESPACE)
    Videos videos(@WebParam(name = "VideosRequest", targetNamespace = NAMESPACE) VideosRequest request);

    @WebMethod
    @WebResult(name = "Xml", targetNamespace = NAMESPACE)
    Xml files(@WebParam(name = "FilesRequest", targetNamespace = NAMESPACE) FilesRequest request);

    @WebMethod
    @WebResult(name = "InitResponse", targetNamespace = NAMESPACE)
    InitResponse init(@WebParam(name = "InitRequest", targetNamespace = NAMESPACE) InitRequest request);

    @WebMethod(operationName = "checkname")
    @WebResult(name = "CheckNameResponse", targetNamespace = NAMESPACE)
    CheckNameResponse checkName(
            @WebParam(name = "CheckNameRequest", targetNamespace = NAMESPACE) CheckNameRequest request);

    @WebMethod(operationName = "getroute")
    @WebResult(name = "GetRouteResponse", targetNamespace = NAMESPACE)
    GetRouteResponse getRoute(
            @WebParam(name = "GetRouteRequest", targetNamespace = NAMESPACE) GetRouteRequest request);

    /** Any of the above, request and answer each one serialized object. */
    @WebMethod
    @WebResult(name = "Serialized", targetNamespace = NAMESPACE)
    Serialized serialized(@WebParam(name = "Serialized", targetNamespace = NAMESPACE) Serialized request);
}
